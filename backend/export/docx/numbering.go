package docx

import (
	"strconv"
	"strings"
)

// Word counts by definitions ("abstractNum") and instances ("num") of them.
// Bulleted lists share one instance; each ordered list has its own, which
// begins to count anew.
const (
	bulletNumber = 1
	maxLevel     = 8 // Word has nine levels
)

type numbering struct{ lists []ordered }

type ordered struct{ start, level int }

// ordered gives the number of a new ordered list.
func (n *numbering) ordered(start, level int) int {
	n.lists = append(n.lists, ordered{start, level})
	return bulletNumber + len(n.lists)
}

func (n *numbering) xml() string {
	var out strings.Builder
	out.WriteString(xmlHead + `<w:numbering` + namespaces + `>`)
	bullets := []string{"•", "–", "▪"}
	definition := func(id int, level func(i int) (format, text string)) {
		out.WriteString(`<w:abstractNum w:abstractNumId="` + strconv.Itoa(id) + `"><w:multiLevelType w:val="hybridMultilevel"/>`)
		for i := range maxLevel + 1 {
			format, text := level(i)
			out.WriteString(`<w:lvl w:ilvl="` + strconv.Itoa(i) + `"><w:start w:val="1"/><w:numFmt w:val="` + format + `"/><w:lvlText w:val="` + text +
				`"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="` + strconv.Itoa((i+1)*listIndent) + `" w:hanging="` + strconv.Itoa(listIndent) + `"/></w:pPr></w:lvl>`)
		}
		out.WriteString("</w:abstractNum>")
	}
	definition(0, func(i int) (string, string) { return "bullet", bullets[i%len(bullets)] })
	definition(1, func(i int) (string, string) { return "decimal", "%" + strconv.Itoa(i+1) + "." })
	out.WriteString(`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`)
	for i, list := range n.lists {
		out.WriteString(`<w:num w:numId="` + strconv.Itoa(bulletNumber+1+i) + `"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="` +
			strconv.Itoa(list.level) + `"><w:startOverride w:val="` + strconv.Itoa(list.start) + `"/></w:lvlOverride></w:num>`)
	}
	out.WriteString("</w:numbering>")
	return out.String()
}
