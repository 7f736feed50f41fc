package text

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPatternsWithoutBlanks checks patterns in scripts that put no blanks between words.
func TestPatternsWithoutBlanks(t *testing.T) {
	t.Parallel()
	for _, c := range []patternCase{
		{"one word", "无法", "系统无法启动", []string{"无法"}},
		{"two elements", "无法 完成", "无法完成", []string{"无法完成"}},
		{"the other script", "无法 完成", "目前無法完成", []string{"無法完成"}},
		{"a pattern in the other script", "無權", "无权", []string{"无权"}},
		{"short gap", "无法 .. 登录", "无法在规定的时间之内登录", []string{"无法在规定的时间之内登录"}},
		{"short gap ends", "无法 .. 登录", "无法在规定的那一段很短的时间之内登录", nil},
		{"long gap", "无法 ... 登录", "无法在规定的那一段很短的时间之内登录", []string{"无法在规定的那一段很短的时间之内登录"}},
		{"gap over words of both kinds", "无法 .. 登录", "无法用 admin 账号登录", []string{"无法用 admin 账号登录"}},
		{"kana", "できません", "対応できませんでした。", []string{"できません"}},
		{"end", "ください $", "ご確認ください。", []string{"ください"}},
		{"start", "^ 失败", "失败：没有失败", []string{"失败"}},
		{"Latin letters beside", "api 密钥", "缺少API密钥", []string{"API密钥"}},
		{"Latin letters in one word", "api密钥", "缺少API密钥", []string{"API密钥"}},
		{"after a number", "件 失敗", "404件失敗", []string{"件失敗"}},
		{"quoted words are matched and marked", "失敗", "「失敗」", []string{"失敗"}},
	} {
		c.check(t)
	}
}

// TestStems checks patterns that name the beginning of a word.
func TestStems(t *testing.T) {
	t.Parallel()
	for _, c := range []patternCase{
		{"any ending", "отправ*", "Отправлено, отправить, отправ", []string{"Отправлено", "отправить", "отправ"}},
		{"another word", "отправ*", "направить", nil},
		{"a word that is named too", "отправ* отправить", "отправил отправить; потом: отправить отправить", []string{"отправил отправить", "отправить отправить"}},
		{"a longer stem", "отправ*|отправля* отправля*", "отправил отправляю; потом: отправляю отправляю", []string{"отправил отправляю", "отправляю отправляю"}},
		{"Latin letters", "entscheid*", "ENTSCHEIDUNG und Entschluss", []string{"ENTSCHEIDUNG"}},
		{"with accents", "entschadig*", "Entschädigungen", []string{"Entschädigungen"}},
		{"a word of look-alikes stays what it is", "нет прав*", "нет права", []string{"нет права"}},
	} {
		c.check(t)
	}
}

func TestWideSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, message string
		want          []string
		last          byte
	}{
		{"full-width stops", "完了しました。次は？終わり！", []string{"完了しました。", "次は？", "終わり！"}, '!'},
		{"closers stay with their sentence", "「終わった。」と言った。（確認済み。）", []string{"「終わった。」", "と言った。", "（確認済み。）"}, '.'},
		{"plain question marks", "要哪个?我先等着", []string{"要哪个?", "我先等着"}, "着"[2]},
		{"lines", "修复完成\n部署失败", []string{"修复完成", "部署失败"}, "败"[2]},
		{"a question without its mark", "進めてよろしいでしょうか。", []string{"進めてよろしいでしょうか。"}, '?'},
		{"a semicolon", "登录修好了；支付还是失败。", []string{"登录修好了；", "支付还是失败。"}, '.'},
		{"Cyrillic lines", "Готово\nОсталось проверить", []string{"Готово", "Осталось проверить"}, "ь"[1]},
		{"a wrapped Cyrillic line", "Все отчёты за прошлый месяц и за начало этого собраны, сверены и\nпроверено", []string{"Все отчёты за прошлый месяц и за начало этого собраны, сверены и\nпроверено"}, "о"[1]},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newReader(c.message, RulesAlone())
			defer r.release()
			r.readSentences()
			var got []string
			for _, s := range r.sentences {
				got = append(got, c.message[s.start:s.end])
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Fatalf("sentences (-want +got):\n%s", diff)
			}
			if last := r.sentences[len(got)-1].last; last != c.last {
				t.Errorf("the last mark is %q, want %q", last, c.last)
			}
		})
	}
}
