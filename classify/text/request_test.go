package text_test

import (
	"testing"

	"notdone/classify/text"
)

func TestReadRequest(t *testing.T) {
	t.Parallel()
	for prompt, want := range map[string]text.Request{
		"Fix the login page":                         text.RequestChange,
		"请修复登录页面的错误":                                 text.RequestChange,
		"幫我預約明天下午的會議室":                               text.RequestAction,
		"检查仓库里有没有泄露的密钥":                              text.RequestAnswer,
		"为什么导出是空的？":                                  text.RequestAnswer,
		"给供应商写一封催货邮件":                                text.RequestText,
		"ログイン画面の不具合を修正してください":                        text.RequestChange,
		"6月の売上を調べて表にまとめて、部長に送ってください":                 text.RequestAction,
		"在庫はありますか？":                                  text.RequestAnswer,
		"お客様へのお詫びのメールを書いてください":                       text.RequestText,
		"Исправь ошибку на странице входа":           text.RequestChange,
		"Пожалуйста, отправьте отчёт Петрову":        text.RequestAction,
		"Сколько заказов было вчера?":                text.RequestAnswer,
		"Напиши письмо поставщику о задержке":        text.RequestText,
		"please add a test for the parser":           text.RequestChange,
		"Could you rename it?":                       text.RequestChange,
		"fix(login): keep the session":               text.RequestChange,
		"[backend] migrate the users table":          text.RequestChange,
		"backend: remove the old flag":               text.RequestChange,
		"Corrige el error de la página":              text.RequestChange,
		"Deploy release 7":                           text.RequestAction,
		"Envía el informe":                           text.RequestAction,
		"I need you to cancel my order":              text.RequestAction,
		"Write a function that parses dates":         text.RequestDeed,
		"Set the heating to 19 degrees":              text.RequestDeed,
		"Bitte erstelle ein Konto für Frau Lang":     text.RequestDeed,
		"Write a summary of the meeting":             text.RequestText,
		"Draft an answer to the landlord":            text.RequestText,
		"Ask Mia which size she wants":               text.RequestText,
		"Redacta una respuesta para el cliente":      text.RequestText,
		"Explain how to add a user":                  text.RequestAnswer,
		"Why was the run order changed?":             text.RequestAnswer,
		"The door, is it locked?":                    text.RequestAnswer,
		"Review the open pull request":               text.RequestAnswer,
		"Warum ist der Export leer?":                 text.RequestAnswer,
		"Find out why the import crashes and fix it": text.RequestChange,
		"Check the stock and order what is missing":  text.RequestAction,
		"Lösche die alten Konten":                    text.RequestChange,
		"Bitte loesche die alten Konten":             text.RequestChange,
		"Überweise die Miete an Herrn Groß":          text.RequestAction,
		"Wie viele Kunden haben gekündigt?":          text.RequestAnswer,
		"Schreib eine Antwort an den Vermieter":      text.RequestText,
		"Corrige l'erreur de la page":                text.RequestChange,
		"Merci d'envoyer le rapport à Julie":         text.RequestAction,
		"Pourriez-vous réserver une table ?":         text.RequestAction,
		"Pourquoi l'export est-il vide ?":            text.RequestAnswer,
		"Rédige une lettre pour le bailleur":         text.RequestText,
		"Crée un compte pour Mme Lang":               text.RequestDeed,
		"Corrija o erro da página":                   text.RequestChange,
		"Por favor, envie o relatório":               text.RequestAction,
		"Você pode reservar uma mesa?":               text.RequestAction,
		"Por que a exportação está vazia?":           text.RequestAnswer,
		"Redija uma carta para o senhorio":           text.RequestText,
		"Escreva um resumo da reunião":               text.RequestText,
		"Verifica el stock y pide lo que falta":      text.RequestAction,
		"Inbox of the third quarter":                 text.RequestUnknown,
		"The fix that Ann made. Is it enough?":       text.RequestUnknown,
		"":                                           text.RequestUnknown,
		"\x00\xff: [":                                text.RequestUnknown,
	} {
		if got := text.ReadRequest(prompt); got != want {
			t.Errorf("%q is read as %v, want %v", prompt, got, want)
		}
	}
}

// TestReadFor holds that the same words are another answer to another request.
func TestReadFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ message, done, notDone string }{
		{
			message: "You can change it in the settings. Open the menu, choose Billing and click Edit.",
			done:    "How do I change the billing address?", notDone: "Change the billing address to Rose Lane 4",
		},
		{
			message: "First open the network panel. Then select the adapter and press Reset. You should see the light turn green.",
			done:    "Write a guide for resetting the adapter", notDone: "Reset the adapter of room 4",
		},
		{
			message: "To cancel, call the hotel before six. You should have the booking number at hand.",
			done:    "What must I do to cancel the hotel?", notDone: "Cancel the hotel in Turin",
		},
		{
			message: "Here is how to set it up:\n1. Install the agent.\n2. Copy the token into the config.\n3. Restart the service.",
			done:    "Explain how the agent is set up", notDone: "Install the agent on web-3",
		},
		{
			message: "The deployment is blocked because the certificate has expired and the signing key is missing. Nobody owns the renewal.",
			done:    "Why is the deployment blocked?", notDone: "Deploy the release",
		},
		{
			message: "Dear Ms Okafor,\n\nthank you for your letter. Please send us the signed form by Friday.\n\nKind regards\nBilling",
			done:    "Draft a reply to Ms Okafor that asks for the signed form", notDone: "Register the form of Ms Okafor",
		},
	} {
		if got := text.ReadFor(c.message, text.ReadRequest(c.done)); got.Label != text.LabelDone {
			t.Errorf("%q to %q: %v %.2f %q, want done", c.message, c.done, got.Label, got.Score, got.Rules)
		}
		if got := text.ReadFor(c.message, text.ReadRequest(c.notDone)); got.Label == text.LabelDone {
			t.Errorf("%q to %q: done %.2f %q", c.message, c.notDone, got.Score, got.Rules)
		}
	}
}

// TestReadForReports holds that a report of the deed stands, whatever it tells the reader to do next.
func TestReadForReports(t *testing.T) {
	t.Parallel()
	for message, prompt := range map[string]string{
		"I've moved your appointment to Tuesday. Bring your card, and ring us if you are late.": "Move my appointment to Tuesday",
		"Deployed to staging. To see it, open the preview and log in as demo.":                  "Deploy the branch to staging",
		"The order is placed.":                               "Order toner",
		"Renewed. Restart your browser to see the new date.": "Renew the certificate",
	} {
		if got := text.ReadFor(message, text.ReadRequest(prompt)); got.Label != text.LabelDone {
			t.Errorf("%q to %q: %v %.2f %q, want done", message, prompt, got.Label, got.Score, got.Rules)
		}
	}
}

// TestGreetings: a prompt that asks for nothing is answered by any offer and question, and an
// obstacle is one all the same.
func TestGreetings(t *testing.T) {
	t.Parallel()
	for _, prompt := range []string{"hello", "Hey there!", "Hello, are you there?", "Thanks a lot!", "test", "Guten Morgen", "你好", "おはよう"} {
		if got := text.ReadRequest(prompt); got != text.RequestNothing {
			t.Errorf("%q asks for %d", prompt, got)
		}
	}
	for _, prompt := range []string{"", "...", "test the login", "hello, please fix the login", "good night mode", "thanks, now push it"} {
		if got := text.ReadRequest(prompt); got == text.RequestNothing {
			t.Errorf("%q asks for nothing", prompt)
		}
	}
	for message, want := range map[string]text.Label{
		"Hello! How can I help you today?":                       text.LabelDone,
		"You're welcome! Is there anything else I can do?":       text.LabelDone,
		"I'm here. Would you like me to begin with the report?":  text.LabelDone,
		"I cannot read the mail: the mailbox returns 403 to me.": text.LabelBlocked,
	} {
		if got := text.ReadFor(message, text.RequestNothing); got.Label != want {
			t.Errorf("%q is %v, want %v", message, got.Label, want)
		}
	}
	if got := text.Read("Hello! How can I help you today?"); got.Label == text.LabelDone {
		t.Error("the same words are done where it is not known what was asked")
	}
}
