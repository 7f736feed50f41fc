// Package logsource is the kit under every adapter of a folder of logs: it turns
// what an adapter knows of its files into a source.Source.
//
// Here belongs what such adapters share: walking a folder within bounds, noticing
// which files are new, changed or gone, following a file that grows, reporting
// units of files as tasks, in pages and as changes, and counting what is left
// out. What a file means, which files are one task, and what its task is, the
// adapter says in Hooks.
//
// Nothing here writes, follows a symbolic link beneath the folder, or opens what
// could be a database.
package logsource
