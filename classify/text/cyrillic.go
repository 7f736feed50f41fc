package text

import "notdone/model"

// A short table in Russian. Its words have no Latin letter, so that they are read
// as they stand.

var russianObstacles = []row{
	{"нет|нету доступа|прав|пароля|ключа|токена|разрешения|данных|информации", model.KindAccess, firm},
	{"не могу|смог|смогла|можем|удалось|удается|получилось|получается", model.KindUnknown, firm},
	{"доступ запрещен|запрещён|закрыт|отсутствует", model.KindPermission, firm},
	{"жду|ждем|ожидаю|ожидает|ожидаем .. ответа|подтверждения|доступа|решения", model.KindDependency, firm},
}

var russianAsks = []row{
	{"пришлите|укажите|уточните|подтвердите|сообщите|напишите|предоставьте|выберите|разрешите", model.KindMissingInput, firm},
	{"нужен|нужна|нужно|нужны .. пароль|доступ|ключ|токен|подтверждение|решение|ответ", model.KindMissingInput, firm},
}

var russianFailures = []row{
	{"превышен|превышено|исчерпан|исчерпана .. лимит|время|квота|бюджет|число", model.KindBudget, firm},
	{"задача|операция|запрос|сессия .. прервана|прерван|отменена|отменен|остановлена", model.KindUnknown, firm},
}

var russianRefusals = []plain{
	{firm, []string{"я? не буду|стану|собираюсь", "в этом .. не участвую|буду|стану"}},
}
