// Command platforms checks that the program compiles for platforms other than this one: it reads
// the types of all files of the program and of what it stands on, as a compiler does, and makes no
// code, which would take three times as long.
//
//	platforms DIR GOOS/GOARCH...
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: platforms DIR GOOS/GOARCH...")
		os.Exit(2)
	}
	for _, target := range os.Args[2:] {
		fmt.Println(target)
		if err := check(os.Args[1], target); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", target, err)
			os.Exit(1)
		}
	}
}

// check checks the program in a folder for one platform. Errors in files are printed.
func check(dir, target string) error {
	system, processor, _ := strings.Cut(target, "/")
	main, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesSizes,
		Dir: dir, Env: append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor),
	}, ".")
	if err != nil {
		return err
	}
	if n := packages.PrintErrors(main); n > 0 {
		return fmt.Errorf("%d errors", n)
	}
	return nil
}
