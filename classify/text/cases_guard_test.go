package text_test

import "notdone/model"

// guardCases: words of obstacles where there is none.
var guardCases = []readCase{
	{"what a route gives by design", "The retired route now returns 410. All tests pass.", done, model.KindUnknown, ""},
	{"told of a person", "The founder began in a garage and built the firm over thirty years. She died in 2004.", done, model.KindUnknown, ""},
	{"negated: no permission problems", "The sync ran overnight with no permission problems.", done, model.KindUnknown, ""},
	{"negated: without any errors", "The import completed without any errors.", done, model.KindUnknown, ""},
	{"negated: nothing is blocked", "All four tickets moved on and nothing is blocked.", done, model.KindUnknown, ""},
	{"negated: no longer", "The job is no longer blocked and has been merged.", done, model.KindUnknown, ""},
	{"overcome: rejected, rebased, merged", "The push was rejected, so I rebased, and it is merged.", done, model.KindUnknown, ""},
	{"overcome: initially", "Initially I could not reach the registry, but after switching mirrors it works.", done, model.KindUnknown, ""},
	{"overcome: fixed the error", "Fixed the 'permission denied' error on upload.", done, model.KindUnknown, ""},
	{"overcome: next sentence", "The token had expired during the first run. I then renewed it and the export completed successfully.", done, model.KindUnknown, ""},
	{"overcome: now works", "Login was failing with a timeout; it now works on all three hosts.", done, model.KindUnknown, ""},
	{"overcome: worked around", "The linter was not installed here, so I used the container image instead. All checks pass.", done, model.KindUnknown, ""},
	{"stands: not overcome", "The push was rejected, so I rebased, but I still don't have permission to push.", blocked, model.KindPermission, "permission to push"},
	{"reported: a page for users", "Users who do not have access now see a 403 page that explains whom to ask.", done, model.KindUnknown, ""},
	{"reported: a check", "Added a check that returns \"permission denied\" when the role is missing.", done, model.KindUnknown, ""},
	{"reported: commit", "fix(auth): handle expired tokens\n\nThe client could not refresh its session when the token was expired,\nwhich blocked every later request. Refresh once and retry.", done, model.KindUnknown, ""},
	{"reported: quoted block", "Updated the docs to explain this error:\n\n> fatal: could not read Password, authentication failed\n\nThe troubleshooting page now has a section for it.", done, model.KindUnknown, ""},
	{"reported: fenced log", "Done. The retry handles the failure below.\n\n```\nERROR: connection refused\nERROR: access denied\n```", done, model.KindUnknown, ""},
	{"empty: no records", "I was unable to find any matching records for March.", done, model.KindUnknown, ""},
	{"empty: no failures", "No failures found in 1,204 runs.", done, model.KindUnknown, ""},
	{"empty: no vulnerabilities", "I could not find any vulnerabilities in the two changed handlers.", done, model.KindUnknown, ""},
	{"conditional: if you lack access", "The guide is published. If you don't have access, run the request script first.", done, model.KindUnknown, ""},
	{"advice: before deploying", "The settings loader has been rewritten and all tests pass. You will need to set SMTP_HOST before deploying.", done, model.KindUnknown, ""},
	{"offer after work", "I've added the cache and its tests pass. Would you like me to commit?", done, model.KindUnknown, ""},
	{"offer: let me know if", "The report has been generated and saved. Let me know if you want a shorter version.", done, model.KindUnknown, ""},
	{"saying: can't wait", "The new dashboard has been deployed. Can't wait to see it in use!", done, model.KindUnknown, ""},
	{"caveat in a long report", "I've implemented the exporter.\n\n## Summary\n\n- Added `export.go` with a streaming writer\n- Added unit tests; all tests pass\n- Updated the README\n- Verified the output against the old tool\n\nNote: I could not run the e2e tests locally.", done, model.KindUnknown, ""},
	{"recommends without knowing", "I'm not sure what music you like. Here are a few albums that you might enjoy:\n\n- Blue\n- Kind of Blue\n- Rumours\n\nIf you want more, tell me what you listen to.", done, model.KindUnknown, ""},
	{"conceded", "While I couldn't use the old API, the new one has the same fields, and I've successfully migrated all callers.", done, model.KindUnknown, ""},
}

// reportCases: finished work in many shapes.
var reportCases = []readCase{
	{"a double in tests", "The gateway is mocked in the tests, and all of them pass.", done, model.KindUnknown, ""},
	{"a test job that was to go", "I disabled the flaky test job as requested, and the pipeline is green.", done, model.KindUnknown, ""},
	{"failing tests as a subject", "Skipped failing tests are now listed in the report, so it works as before.", done, model.KindUnknown, ""},
	{"one word", "Done.", done, model.KindUnknown, "Done"},
	{"past tense", "I've renamed the package and updated the imports.", done, model.KindUnknown, "renamed"},
	{"file names", "Moved the flag parsing from main.go to cli.go. Everything compiles.", done, model.KindUnknown, ""},
	{"table", "| Step | State |\n|---|---|\n| Build | ✅ |\n| Tests | ✅ |\n\nAll checks pass.", done, model.KindUnknown, ""},
	{"headings and bullets", "## What changed\n\n* Removed the blocked-user column\n* Access-denied page uses the new layout\n\n## Verification\n\nBuild is green.", done, model.KindUnknown, ""},
	{"let me know politely", "Your reservation has been cancelled. If there is anything else you need, feel free to ask!", done, model.KindUnknown, ""},
	{"summary announced and given", "Let me summarize what was done.\n\n- Fixed the paging bug\n- Added a regression test\n\nAll tests pass.", done, model.KindUnknown, ""},
	{"answer", "The capital of Mongolia is Ulaanbaatar, with about 1.6 million people.", done, model.KindUnknown, ""},
	{"feature about permissions", "Implemented the permission dialog: it lists missing permissions and links to the access request form. Tests pass.", done, model.KindUnknown, ""},
}

// statedCases: a terminal state in a field of its own.
var statedCases = []readCase{
	{"a marker before a dash", "BLOCKED — waiting for the licence of plot 14. The map was there and the forms were read.", blocked, anyKind, ""},
	{"a marker before a hyphen", "FAILED - 3 of the 9 suites\nThe others passed and the report was written.", failed, anyKind, ""},
	{"a word before a dash", "Blocked users - they can log in again, and the test covers it.", done, model.KindUnknown, ""},
	{"json blocked", "{\"status\": \"blocked\", \"summary\": \"two of three files converted\"}", blocked, anyKind, "\"status\": \"blocked\""},
	{"json success", "{\"outcome\": \"success\", \"note\": \"the first attempt could not connect\"}", done, model.KindUnknown, "success"},
	{"json nested is not it", "{\"status\": \"done\", \"child\": {\"status\": \"failed\"}}", done, model.KindUnknown, "done"},
	{"fenced yaml", "I looked at all of it.\n\n```yaml\nstatus: failed\nreason: tests\n```", failed, anyKind, "status: failed"},
	{"front matter", "---\nstatus: blocked\nowner: data\n---\nThe dump is 40 GB.", blocked, anyKind, "status: blocked"},
	{"marker line", "I drafted the mail and checked the list.\n\nBLOCKED: no access to the mail relay", blocked, model.KindAccess, "BLOCKED"},
	{"result line", "Two retries were needed because the connection was refused at first.\n\nRESULT: success", done, model.KindUnknown, "RESULT: success"},
	{"tag", "The sweep went through all rows.\n\n<status>failed</status>", failed, anyKind, "failed"},
	{"prose is no field", "The status: page shows every complete order.", done, model.KindUnknown, ""},
	{"order details are no verdict", "Your order has been created.\n\nStatus: Pending\nTotal: 12.00", done, model.KindUnknown, ""},
}

// otherCases: other languages, and messages that cannot decide.
var otherCases = []readCase{
	{"spanish: no access", "No tengo acceso a la carpeta compartida.", blocked, model.KindAccess, "No tengo acceso"},
	{"spanish: could not", "Lamentablemente no pude completar la migración porque falta la clave.", blocked, anyKind, "no pude"},
	{"spanish: please", "Por favor, indíqueme el número de pedido.", blocked, anyKind, "Por favor"},
	{"spanish: to a person", "Voy a transferirle con un agente humano.", blocked, model.KindDecision, "agente humano"},
	{"spanish: promise", "Voy a revisar los registros.", failed, anyKind, "Voy a revisar"},
	{"spanish: done", "He actualizado el archivo y todas las pruebas pasan.", done, model.KindUnknown, ""},
	{"spanish: empty result", "No se encontraron errores en la configuración. La revisión ha sido completada.", done, model.KindUnknown, ""},
	{"german", "Die Änderungen sind eingespielt, alle Tests laufen durch.", done, model.KindUnknown, ""},
	{"japanese", "実装が完了しました。すべてのテストが成功しています。", done, model.KindUnknown, ""},
	{"french", "J'ai ajouté la page et corrigé les liens.", done, model.KindUnknown, ""},
	{"farewell", "You're welcome! Have a great day!", done, model.KindUnknown, ""},
	{"empty", "", failed, model.KindUnknown, ""},
	{"blanks", " \n\t\n", failed, model.KindUnknown, ""},
}
