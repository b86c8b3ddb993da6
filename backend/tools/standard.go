package tools

// Standard is the box of tools that every chat has. Documents are made for paper
// of the given size: auto, a4 or letter.
func Standard(pageSize string) *Box {
	return NewBox(
		ReadFile{}, ListFiles{}, CreateFile{}, ReplaceInFile{}, DeleteSnippet{}, DeleteFile{},
		Export{Format: "pdf", PageSize: pageSize}, Export{Format: "docx", PageSize: pageSize},
	)
}
