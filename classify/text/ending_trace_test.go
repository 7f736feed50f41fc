package text_test

import (
	"testing"

	"notdone/classify/text"
)

// endsInTrace are messages that end in what a program printed when it crashed.
var endsInTrace = map[string]string{
	"python": `Starting the nightly reindex of the parts catalogue.
Loaded 4,120 rows.
Traceback (most recent call last):
  File "/srv/reindex/main.py", line 88, in <module>
    main()
  File "/srv/reindex/main.py", line 61, in main
    rows = load(path)
KeyError: 'sku'`,
	"python chained": `Traceback (most recent call last):
  File "/app/fetch.py", line 12, in fetch
    return cache[url]
           ~~~~~^^^^^
KeyError: 'https://depot.example/feed'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/app/fetch.py", line 31, in <module>
    fetch(sys.argv[1])
  File "/app/fetch.py", line 15, in fetch
    raise FeedGone(url) from None
depot.errors.FeedGone: https://depot.example/feed`,
	"python with a message of several lines": `Importing the bookings of March.
Traceback (most recent call last):
  File "/app/import.py", line 40, in <module>
    db.connect()
psycopg2.OperationalError: connection to server at "10.0.3.9", port 5432 failed
	Is the server running on that host and accepting TCP/IP connections?`,
	"java": `Now generating the tax forms for branch 12.
Exception in thread "main" java.lang.IllegalStateException: form 41 has no period
	at com.acme.tax.Forms.fill(Forms.java:214)
	at com.acme.tax.Main.main(Main.java:33)
Caused by: java.io.EOFException
	at java.base/java.io.DataInputStream.readInt(DataInputStream.java:398)
	... 2 more`,
	"kotlin": `kotlin.UninitializedPropertyAccessException: lateinit property ledger has not been initialized
	at shop.pos.Till.getLedger(Till.kt:19)
	at shop.pos.Till.close(Till.kt:77)`,
	"scala": "The Spark job over the meter readings:\n\n```\n" + `Exception in thread "main" scala.MatchError: (null,7) (of class scala.Tuple2)
	at meters.Roll$.$anonfun$main$2(Roll.scala:52)
	at scala.collection.immutable.List.map(List.scala:246)
` + "```",
	"go": `building the tiles for zoom 9
panic: runtime error: index out of range [5] with length 5

goroutine 1 [running]:
main.tile(...)
	/src/tiles/tile.go:41
main.main()
	/src/tiles/main.go:18 +0x1d
exit status 2`,
	"go fatal": `fatal error: all goroutines are asleep - deadlock!

goroutine 1 [chan receive]:
main.collect(0xc0000a2000)
	/src/ferry/collect.go:27 +0x45`,
	"rust": `   Compiling seating v0.3.1
thread 'main' panicked at src/plan.rs:88:14:
called ` + "`Option::unwrap()` on a `None`" + ` value
note: run with ` + "`RUST_BACKTRACE=1`" + ` environment variable to display a backtrace`,
	"rust backtrace": `thread 'tokio-runtime-worker' panicked at 'no lane', src/lanes.rs:9:5
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b4312/library/std/src/panicking.rs:584:5
   1: core::panicking::panic_fmt
   2: lanes::assign
             at ./src/lanes.rs:9:5`,
	"node": `Rendering 30 menus.
/srv/menus/render.js:57
    const dish = card.dishes[0].name;
                               ^

TypeError: Cannot read properties of undefined (reading 'name')
    at render (/srv/menus/render.js:57:32)
    at Object.<anonymous> (/srv/menus/index.js:8:1)
    at node:internal/main/run_main_module:23:47

Node.js v20.11.1`,
	"browser": `Uncaught (in promise) ReferenceError: basket is not defined
    at checkout (shop.js:120:9)
    at HTMLButtonElement.onclick (shop.js:14:3)`,
	"c#": `Reading the pallets from the scanner.
Unhandled exception. System.FormatException: Input string was not in a correct format.
   at System.Number.ThrowOverflowOrFormatException(ParsingStatus status, TypeCode type)
   at Depot.Scan.Read(String line) in /src/Scan.cs:line 44
   at Depot.Program.Main(String[] args) in /src/Program.cs:line 12`,
	"ruby": `rake aborted!
NoMethodError: undefined method 'vat' for nil
/app/lib/tasks/invoices.rake:31:in 'block (2 levels) in <main>'
/app/vendor/bundle/gems/rake-13.0.6/exe/rake:27:in '<top (required)>'
Tasks: TOP => invoices:close`,
	"ruby script": `import.rb:9:in 'Integer': invalid value for Integer(): "n/a" (ArgumentError)
	from import.rb:9:in 'block in <main>'
	from import.rb:7:in 'each'`,
	"php": `PHP Fatal error:  Uncaught PDOException: SQLSTATE[42S02]: Base table or view not found in /var/www/import.php:19
Stack trace:
#0 /var/www/import.php(19): PDO->query('SELECT * FROM o...')
#1 {main}
  thrown in /var/www/import.php on line 19`,
	"elixir": `Generating the duty roster ...
** (FunctionClauseError) no function clause matching in Roster.week/1
    (roster 0.1.0) lib/roster.ex:14: Roster.week(nil)
    (elixir 1.15.7) lib/enum.ex:1693: Enum."-map/2-lists^map/1-1-"/2`,
	"erlang": `=ERROR REPORT==== 14-Mar-2026::02:11:09.114 ===
Error in process <0.84.0> with exit value:
{badarith,[{meter,mean,1,[{file,"src/meter.erl"},{line,22}]},
           {meter,run,0,[{file,"src/meter.erl"},{line,9}]}]}`,
	"swift": `Converting the clips.
Fatal error: Unexpectedly found nil while unwrapping an Optional value: file Clips/Convert.swift, line 71
Trace/BPT trap: 5`,
	"c++": `terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check: __n (which is 9) >= this->size() (which is 9)
Aborted (core dumped)`,
	"segfault": "Filling the grid for the tide model, 12 of 48 cells written so far.\n./tide.sh: line 14: 20931 Segmentation fault      (core dumped) ./tide --grid coarse",
	"address sanitizer": `==4117==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000018 at pc 0x000000
READ of size 4 at 0x602000000018 thread T0
    #0 0x4f2a1b in decode /src/decode.c:88:12
    #1 0x4f2e07 in main /src/main.c:31:5
SUMMARY: AddressSanitizer: heap-buffer-overflow /src/decode.c:88:12 in decode
==4117==ABORTING`,
	"shell": `+ cp -r build/site /mnt/web
+ ./publish.sh --region eu
./publish.sh: line 22: AWS_REGION: unbound variable`,
	"make": `cc -O2 -c spool.c
spool.c:41:9: error: implicit declaration of function 'spool_open'
make[1]: *** [Makefile:12: spool.o] Error 1
make: *** [Makefile:4: all] Error 2`,
	"haskell": `ledger: Prelude.head: empty list
CallStack (from HasCallStack):
  error, called at libraries/base/GHC/List.hs:1646:3 in base:GHC.List
  errorEmptyList, called at src/Ledger.hs:40:11 in main:Ledger`,
	"lua": `lua: export.lua:18: attempt to index a nil value (local 'row')
stack traceback:
	export.lua:18: in function 'line'
	export.lua:30: in main chunk
	[C]: in ?`,
	"perl": `Can't locate Date/Calc.pm in @INC (you may need to install the Date::Calc module) at rota.pl line 4.
BEGIN failed--compilation aborted at rota.pl line 4.`,
	"r": `Error in solve.default(m) : Lapack routine dgesv: system is exactly singular
Calls: fit -> solve -> solve.default
Execution halted`,
	"julia": `ERROR: LoadError: DomainError with -1.0:
Stacktrace:
 [1] throw_complex_domainerror(f::Symbol, x::Float64)
   @ Base.Math ./math.jl:33
 [2] top-level scope
   @ ~/flow.jl:12`,
	"dart": `Unhandled exception:
Bad state: No element
#0      List.first (dart:core-patch/growable_array.dart:343:5)
#1      main (file:///src/bin/pick.dart:9:21)`,
	"npm": `> site@1.0.0 build
> vite build

npm ERR! code ELIFECYCLE
npm ERR! errno 1
npm ERR! A complete log of this run can be found in: /root/.npm/_logs/debug-0.log`,
	"in a fence after a bare announcement": "Running the converter over the archive:\n\n```\nTraceback (most recent call last):\n  File \"conv.py\", line 5, in <module>\n    os.rename(a, b)\nFileNotFoundError: [Errno 2] No such file or directory: 'in/a.tif'\n```",
	"told in the first person":             "I started the payroll export for March and got this:\n\n```\njava.sql.SQLTimeoutException: ORA-01013: user requested cancel of current operation\n\tat oracle.jdbc.driver.T4CTTIoer11.processError(T4CTTIoer11.java:509)\n\tat pay.Export.run(Export.java:88)\n```",
	"a log of times": `2026-03-14T02:10:58Z INFO copying shard 4
2026-03-14T02:11:07Z ERROR copy failed: checksum mismatch
2026-03-14T02:11:07Z FATAL giving up: checksum mismatch`,
}

// afterTrace are messages of finished work that show such lines.
var afterTrace = map[string]string{
	"then fixed": "The import died like this:\n\n```\nTraceback (most recent call last):\n  File \"import.py\", line 9, in <module>\n    rows[0]\nIndexError: list index out of range\n```\n\nThe file was empty on the first of the month. Fixed: an empty file is skipped now, with a line in the log.",
	"evidence at the end": "Fixed the crash of the till on an empty basket: `Till.close` returns early when there is no ledger, with a test. For the record, this is what it did before:\n\n" +
		"```\nkotlin.UninitializedPropertyAccessException: lateinit property ledger has not been initialized\n\tat shop.pos.Till.getLedger(Till.kt:19)\n\tat shop.pos.Till.close(Till.kt:77)\n```",
	"regression test first": "Wrote the regression test, saw it fail, then fixed `tile` and committed as 4f2a91c. All 212 tests pass. The failure it was written from:\n\n" +
		"```\npanic: runtime error: index out of range [5] with length 5\n\ngoroutine 1 [running]:\nmain.tile(...)\n\t/src/tiles/tile.go:41\n```",
	"answer to why": "It crashes because `card.dishes` is empty for closed restaurants: the first of none is undefined. I have added the check in `render` and re-rendered all 30 menus without an error. The trace you sent names that line:\n\n" +
		"```\nTypeError: Cannot read properties of undefined (reading 'name')\n    at render (/srv/menus/render.js:57:32)\n```",
	"a log that passes": `=== RUN   TestRecover
panic: on purpose [recovered]

goroutine 7 [running]:
main.boom()
	/src/boom.go:9
--- PASS: TestRecover (0.00s)
PASS
ok  	acme/boom	0.012s`,
	"expected output of a test": "All 48 tests pass, including the new one. It prints this trace on purpose, to show what the handler logs:\n\n" +
		"```\nSystem.FormatException: Input string was not in a correct format.\n   at Depot.Scan.Read(String line) in /src/Scan.cs:line 44\n```",
	"quoted in a bullet":          "- `KeyError: 'sku'` in the nightly run: the supplier renamed the column; mapping updated, run repeated, 4,120 rows in.\n- The old dump is archived.",
	"documentation":               "Added a section on crashes to the handbook and linked it from the index. It explains how to read a trace such as\n\n```\nException in thread \"main\" java.lang.IllegalStateException: form 41 has no period\n\tat com.acme.tax.Forms.fill(Forms.java:214)\n```\n\nand where the logs lie.",
	"a list of frames of a talk":  "The review of the crash dump is done and filed under the incident. Top frames: decode (decode.c:88), main (main.c:31). The overflow came from a header of 0 bytes; patched upstream in 2.3.1, which we now use.",
	"retry that worked":           "First try:\n\n```\nSegmentation fault (core dumped)\n```\n\nwith the old driver. After the update the model ran through, 48 of 48 cells written to /data/tide.nc.",
	"a commit message":            "parser: report the line of an unclosed string\n\nBefore, it died with\n\n    thread 'main' panicked at src/plan.rs:88:14\n\nwhich told nobody where. Now the error names file, line and column.",
	"a change of an error":        "Done. `publish.sh` sets AWS_REGION itself when it is not set, so `unbound variable` is gone; published to eu and us.",
	"numbers that look like code": "Deployed build 20.11.1 to all four regions.\nerrors: 0\nwarnings: 2\nlatency p95: 88 ms",
	"an error page that was made": "The new error page is live. It shows a friendly text instead of `Unhandled exception. System.FormatException`, keeps the code for support, and logs the trace.",
	"a table of errors":           "Sorted the 90 crash reports of March by cause and put the sheet into the shared folder:\n\n| error | reports |\n|---|---|\n| KeyError: 'sku' | 61 |\n| TimeoutError | 20 |\n| MemoryError | 9 |",
	"build that ends well":        "cc -O2 -c spool.c\nspool.c:41:9: warning: unused variable 'n'\nmake: 'all' is up to date.\nAll done, the binary is in build/spool.",
	"a translated error":          "Translated the 120 messages of the installer into Dutch; the file is installer/nl.po. Example: \"Error: no space left\" is now \"Fout: geen ruimte meer\".",
	"who caused it, and fixed":    "Root cause found and fixed: two workers shared one connection. I gave each its own, redeployed, and watched for an hour: no further\n\n```\nfatal error: all goroutines are asleep - deadlock!\n```",
}

func TestEndsInTrace(t *testing.T) {
	t.Parallel()
	for name, message := range endsInTrace {
		if got := text.Read(message); got.Label == done {
			t.Errorf("%s: %.2f %q", name, got.Score, got.Rules)
		} else if got.Quote == "" {
			t.Errorf("%s: nothing is quoted (%q)", name, got.Rules)
		}
	}
	for name, message := range afterTrace {
		if got := text.Read(message); got.Label != done {
			t.Errorf("%s: %v %.2f %q %q", name, got.Label, got.Score, got.Rules, got.Quote)
		}
	}
}
