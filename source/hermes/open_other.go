//go:build !unix

package hermes

// noFollow is nothing where the system has no such flags.
const noFollow = 0
