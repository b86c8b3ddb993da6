package tools

// Standard is the box of tools that every chat has. Documents are made for paper
// of the size that pageSize gives when they are: auto, a4 or letter.
func Standard(pageSize func() string) *Box {
	return NewBox(
		ReadFile{}, ListFiles{}, Glob{}, Grep{}, CreateFile{}, ReplaceInFile{}, DeleteSnippet{}, DeleteFile{}, MoveFile{}, MakeDirectory{}, NotebookEdit{}, ApplyPatch{},
		Export{Format: "pdf", PageSize: pageSize}, Export{Format: "docx", PageSize: pageSize},
	)
}
