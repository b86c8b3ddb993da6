module redline

go 1.26.8

ignore ./frontend/node_modules

require (
	github.com/alecthomas/chroma/v2 v2.27.0
	github.com/go-pdf/fpdf v0.9.0
	github.com/yuin/goldmark v1.8.7
	golang.org/x/image v0.48.0
	golang.org/x/net v0.62.0
	golang.org/x/text v0.44.0
)

require github.com/dlclark/regexp2/v2 v2.2.1 // indirect
