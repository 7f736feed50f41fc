// Package tail reads the lines of files that other programs append to, rotate,
// truncate, replace or delete, and opens such files safely.
//
// It keeps no descriptor between two reads, and its memory is bounded by the longest
// allowed line, so thousands of files can be followed.
//
// The package splits files into lines with their positions. Package watch detects
// that a file has changed; package runlog interprets the lines.
package tail
