// Package libraries tries the mappings of the catalogue on queues that the libraries
// themselves make and work. It is a module of its own, so that notdone does not depend on
// them: go test -C source/mapped/libraries ./...
// Libraries of Node are in the folder node, where npm ci installs them; Minion is of Perl, Laravel
// of PHP; pickles.py works with libraries of Python.
// What is not there is skipped.
package libraries
