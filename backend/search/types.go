package search

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// fileTypes are the kinds of files that a search can be narrowed to, by the ends of
// their names; an end without a dot is a whole name.
var fileTypes = map[string][]string{
	"c": {".c", ".h"}, "cpp": {".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".h"}, "css": {".css", ".scss", ".sass", ".less"}, "csv": {".csv", ".tsv"},
	"go": {".go"}, "html": {".html", ".htm"}, "java": {".java"}, "js": {".js", ".jsx", ".mjs", ".cjs"}, "json": {".json", ".jsonl"},
	"kotlin": {".kt", ".kts"}, "lua": {".lua"}, "make": {"Makefile", "makefile", "GNUmakefile", ".mk"}, "md": {".md", ".markdown"},
	"php": {".php"}, "py": {".py", ".pyi"}, "rb": {".rb"}, "rust": {".rs"}, "sh": {".sh", ".bash", ".zsh"}, "sql": {".sql"},
	"svelte": {".svelte"}, "swift": {".swift"}, "tex": {".tex", ".bib"}, "toml": {".toml"}, "ts": {".ts", ".tsx", ".mts", ".cts"},
	"txt": {".txt"}, "vue": {".vue"}, "xml": {".xml", ".svg"}, "yaml": {".yaml", ".yml"},
}

// Types names the kinds of files that a search can be narrowed to, sorted.
func Types() []string { return slices.Sorted(maps.Keys(fileTypes)) }

// IsType tells whether there is such a kind of files.
func IsType(name string) bool { return fileTypes[name] != nil }

func ofType(kind, name string) bool {
	for _, end := range fileTypes[kind] {
		if end == name || strings.HasPrefix(end, ".") && path.Ext(name) == end {
			return true
		}
	}
	return false
}
