// Package tail reads lines of files that grow, are rotated, cut short, replaced
// or taken away by somebody else, and opens such files safely.
//
// No descriptor is kept between two reads, and memory is bounded by a line's
// allowed length whatever the file holds, so thousands of files can be followed.
//
// What belongs here: bytes into lines, and where they stood. What does not:
// noticing that a file changed, and what a line means.
package tail
