package docx

import (
	"strconv"
	"strings"

	"redline/backend/export/code"
)

// codeTab is four characters of code, in twentieths of a point.
const codeTab = 396

const (
	bodyFont = "Cambria"
	codeFont = "Consolas"
)

func font(name string) string {
	return `<w:rFonts w:ascii="` + name + `" w:hAnsi="` + name + `" w:cs="` + name + `"/>`
}

func size(halfPoints int) string {
	n := strconv.Itoa(halfPoints)
	return `<w:sz w:val="` + n + `"/><w:szCs w:val="` + n + `"/>`
}

// paragraphStyle writes a style of paragraphs; p and r are its properties.
func paragraphStyle(id, name, based, next, p, r string) string {
	out := `<w:style w:type="paragraph"`
	if !builtin[id] {
		out += ` w:customStyle="1"`
	}
	out += ` w:styleId="` + id + `"><w:name w:val="` + name + `"/>`
	if based != "" {
		out += `<w:basedOn w:val="` + based + `"/>`
	}
	if next != "" {
		out += `<w:next w:val="` + next + `"/>`
	}
	out += "<w:qFormat/>"
	if p != "" {
		out += "<w:pPr>" + p + "</w:pPr>"
	}
	if r != "" {
		out += "<w:rPr>" + r + "</w:rPr>"
	}
	return out + "</w:style>"
}

// builtin are the styles that Word has under the same names.
var builtin = map[string]bool{"Heading1": true, "Heading2": true, "Heading3": true, "Heading4": true, "Heading5": true, "Heading6": true,
	"ListParagraph": true, "Quote": true, "Caption": true, "FootnoteText": true, "Footer": true}

func characterStyle(id, name, r string) string {
	custom := ` w:customStyle="1"`
	if id == "Hyperlink" || id == "FootnoteReference" {
		custom = ""
	}
	return `<w:style w:type="character"` + custom + ` w:styleId="` + id + `"><w:name w:val="` + name + `"/><w:basedOn w:val="DefaultParagraphFont"/><w:rPr>` + r + `</w:rPr></w:style>`
}

func bar(colour string) string {
	return `<w:pBdr><w:left w:val="single" w:sz="18" w:space="10" w:color="` + colour + `"/></w:pBdr>`
}

// alertEdges are a bar at the left and room around the text.
func alertEdges(mark, wash string) string {
	edge := func(side string) string {
		return `<w:` + side + ` w:val="single" w:sz="4" w:space="6" w:color="` + wash + `"/>`
	}
	return `<w:pBdr>` + edge("top") + `<w:left w:val="single" w:sz="18" w:space="9" w:color="` + mark + `"/>` + edge("bottom") + edge("right") + `</w:pBdr>`
}

func ground(colour string) string {
	return `<w:shd w:val="clear" w:color="auto" w:fill="` + colour + `"/>`
}

// headings: size in half points, space above, space below.
var headings = [6][3]int{{48, 480, 200}, {33, 440, 120}, {26, 340, 100}, {22, 280, 80}, {22, 260, 60}, {22, 240, 60}}

var alerts = []struct{ name, mark, wash string }{
	{"Note", "1C4E9C", "F1F6FD"}, {"Tip", "0E6463", "EFF7F6"}, {"Important", "1A1917", "F6F5F2"},
	{"Warning", "7A5000", "FCF6E8"}, {"Caution", "BF1F16", "FDF3F1"}}

// tokens are the colours of code; red and blue belong to changes.
var tokens = []struct {
	kind code.Kind
	r    string
}{
	{code.Comment, `<w:i/><w:color w:val="64605A"/>`}, {code.Keyword, "<w:b/>"}, {code.Title, "<w:b/>"},
	{code.Type, `<w:color w:val="0E6463"/>`}, {code.Function, `<w:color w:val="0E6463"/>`}, {code.Tag, `<w:color w:val="0E6463"/>`},
	{code.String, `<w:color w:val="5E5A00"/>`}, {code.Number, `<w:color w:val="5E5A00"/>`},
	{code.Added, `<w:color w:val="1C4E9C"/>`}, {code.Removed, `<w:color w:val="BF1F16"/>`}}

func tokenStyle(kind code.Kind) string {
	if kind == code.Plain {
		return ""
	}
	return "Code" + strings.ToUpper(string(kind[:1])) + string(kind[1:])
}

// styles writes the styles; language is a tag such as en-GB, or empty.
func styles(language string) string {
	var out strings.Builder
	lang := ""
	if language != "" {
		lang = "<w:lang" + attribute("w:val", language) + "/>"
	}
	out.WriteString(xmlHead + `<w:styles` + namespaces + `><w:docDefaults><w:rPrDefault><w:rPr>` + font(bodyFont) + `<w:color w:val="1A1917"/>` + size(22) + lang +
		`</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="300" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>` +
		`<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>` +
		`<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar>` +
		`<w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>`)
	for i, h := range headings {
		n := strconv.Itoa(i + 1)
		r := "<w:b/><w:bCs/>"
		if i == 5 {
			r = "<w:i/><w:iCs/>"
		}
		out.WriteString(paragraphStyle("Heading"+n, "heading "+n, "Normal", "Normal",
			`<w:keepNext/><w:keepLines/><w:spacing w:before="`+strconv.Itoa(h[1])+`" w:after="`+strconv.Itoa(h[2])+`" w:line="252" w:lineRule="auto"/><w:outlineLvl w:val="`+strconv.Itoa(i)+`"/>`, r+size(h[0])))
	}
	tabs, edges := "", ""
	for i := 1; i <= 12; i++ {
		tabs += `<w:tab w:val="left" w:pos="` + strconv.Itoa(i*codeTab) + `"/>`
	}
	for _, side := range []string{"top", "left", "bottom", "right"} { // of the ground's colour: room around the text
		edges += `<w:` + side + ` w:val="single" w:sz="4" w:space="6" w:color="F6F5F2"/>`
	}
	codeParagraph := "<w:pBdr>" + edges + "</w:pBdr>" + ground("F6F5F2") + "<w:tabs>" + tabs + `</w:tabs><w:suppressAutoHyphens/><w:spacing w:after="0" w:line="252" w:lineRule="auto"/><w:ind w:left="130" w:right="130"/>`
	codeRuns := font(codeFont) + "<w:noProof/>" + size(18)
	out.WriteString(paragraphStyle("ListParagraph", "List Paragraph", "Normal", "", "", "") +
		paragraphStyle("Quote", "Quote", "Normal", "", bar("D3CFC7"), `<w:color w:val="4A4742"/>`) +
		paragraphStyle("Code", "Code", "Normal", "", codeParagraph, codeRuns) +
		paragraphStyle("QuoteCode", "Quote Code", "Code", "", bar("D3CFC7"), "") +
		paragraphStyle("Formula", "Formula", "Normal", "", `<w:spacing w:before="120" w:after="200"/><w:jc w:val="center"/>`, "") +
		paragraphStyle("HorizontalRule", "Horizontal Rule", "Normal", "", `<w:spacing w:before="120" w:after="280" w:line="120" w:lineRule="exact"/>`, "") +
		paragraphStyle("Caption", "caption", "Normal", "", `<w:spacing w:before="60"/>`, `<w:i/><w:color w:val="64605A"/>`+size(18)) +
		paragraphStyle("TableText", "Table Text", "Normal", "", `<w:spacing w:before="50" w:after="50" w:line="264" w:lineRule="auto"/>`, size(20)) +
		paragraphStyle("Gap", "Gap", "Normal", "", `<w:spacing w:after="0" w:line="200" w:lineRule="exact"/>`, size(8)) +
		paragraphStyle("DefinitionTerm", "Definition Term", "Normal", "", `<w:keepNext/><w:spacing w:after="20"/>`, "<w:b/><w:bCs/>") +
		paragraphStyle("Definition", "Definition", "Normal", "", "", "") +
		paragraphStyle("FootnoteText", "footnote text", "Normal", "", `<w:spacing w:after="40" w:line="252" w:lineRule="auto"/>`, size(18)) +
		paragraphStyle("Footer", "footer", "Normal", "", `<w:spacing w:after="0"/><w:jc w:val="center"/>`, `<w:color w:val="64605A"/>`+size(18)))
	for _, a := range alerts {
		out.WriteString(paragraphStyle("Alert"+a.name, "Alert "+a.name, "Normal", "", alertEdges(a.mark, a.wash)+ground(a.wash)+`<w:ind w:right="120"/>`, ""))
	}
	out.WriteString(characterStyle("CodeChar", "Code Char", font(codeFont)+"<w:noProof/>"+size(20)) +
		characterStyle("Hyperlink", "Hyperlink", `<w:color w:val="1C4E9C"/><w:u w:val="single"/>`) +
		characterStyle("FootnoteReference", "footnote reference", `<w:vertAlign w:val="superscript"/>`) +
		characterStyle("TaskMark", "Task Mark", font("MS Gothic")) +
		characterStyle("AlertTitle", "Alert Title", "<w:b/><w:bCs/>"))
	for _, t := range tokens {
		out.WriteString(characterStyle(tokenStyle(t.kind), "Code "+string(t.kind), t.r))
	}
	line := func(side, weight, colour string) string {
		return `<w:` + side + ` w:val="single" w:sz="` + weight + `" w:space="0" w:color="` + colour + `"/>`
	}
	grid := ""
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		grid += line(side, "4", "auto")
	}
	out.WriteString(`<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>` + grid + `</w:tblBorders></w:tblPr></w:style>` +
		`<w:style w:type="table" w:customStyle="1" w:styleId="RedlineTable"><w:name w:val="Redline Table"/><w:basedOn w:val="TableGrid"/><w:tblPr><w:tblBorders>` +
		line("top", "8", "1A1917") + `<w:left w:val="nil"/>` + line("bottom", "8", "1A1917") + `<w:right w:val="nil"/>` + line("insideH", "4", "E3E0DA") + `<w:insideV w:val="nil"/></w:tblBorders></w:tblPr>` +
		`<w:tblStylePr w:type="firstRow"><w:rPr><w:b/><w:bCs/></w:rPr><w:tcPr><w:tcBorders>` + line("bottom", "4", "1A1917") + `</w:tcBorders></w:tcPr></w:tblStylePr></w:style></w:styles>`)
	return out.String()
}
