package docx

import (
	"strconv"
	"strings"
	"time"

	"redline/backend/export/document"
)

const xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

const namespaces = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"` +
	` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
	` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
	` xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"` +
	` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
	` xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`

const (
	office        = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	relationsHead = xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
)

const packageRelations = relationsHead +
	`<Relationship Id="rId1" Type="` + office + `officeDocument" Target="word/document.xml"/>` +
	`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>` +
	`<Relationship Id="rId3" Type="` + office + `extended-properties" Target="docProps/app.xml"/></Relationships>`

const mainRelations = `<Relationship Id="rId1" Type="` + office + `styles" Target="styles.xml"/>` +
	`<Relationship Id="rId2" Type="` + office + `numbering" Target="numbering.xml"/>` +
	`<Relationship Id="rId3" Type="` + office + `settings" Target="settings.xml"/>` +
	`<Relationship Id="rId4" Type="` + office + `footnotes" Target="footnotes.xml"/>` +
	`<Relationship Id="rId5" Type="` + office + `footer" Target="footer1.xml"/>`

func (s *story) relations(fixed string) string {
	var out strings.Builder
	out.WriteString(relationsHead + fixed)
	for _, rel := range s.rels {
		out.WriteString(`<Relationship Id="` + rel.id + `" Type="` + office + rel.kind + `"` + attribute("Target", rel.target))
		if rel.mode != "" {
			out.WriteString(attribute("TargetMode", rel.mode))
		}
		out.WriteString("/>")
	}
	out.WriteString("</Relationships>")
	return out.String()
}

func contentTypes(pictures []media) string {
	const word = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	var out strings.Builder
	out.WriteString(xmlHead + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>`)
	seen := map[string]bool{}
	for _, picture := range pictures {
		if !seen[picture.format] {
			seen[picture.format] = true
			out.WriteString(`<Default Extension="` + picture.format + `" ContentType="image/` + picture.format + `"/>`)
		}
	}
	for _, one := range []struct{ name, kind string }{
		{"document", "document.main"}, {"styles", "styles"}, {"numbering", "numbering"},
		{"settings", "settings"}, {"footnotes", "footnotes"}, {"footer1", "footer"}} {
		out.WriteString(`<Override PartName="/word/` + one.name + `.xml" ContentType="` + word + one.kind + `+xml"/>`)
	}
	out.WriteString(`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>` +
		`<Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/></Types>`)
	return out.String()
}

func coreProperties(d *document.Document, made time.Time) string {
	stamp := made.Format("2006-01-02T15:04:05Z")
	element := func(name, value string) string {
		if value == "" {
			return ""
		}
		return "<" + name + ">" + escape(value) + "</" + name + ">"
	}
	return xmlHead + `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"` +
		` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
		element("dc:title", title(d)) + element("dc:creator", d.Meta.Author) + element("dc:language", d.Meta.Language) +
		`<dcterms:created xsi:type="dcterms:W3CDTF">` + stamp + `</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">` + stamp +
		`</dcterms:modified></cp:coreProperties>`
}

// title is the front matter's, or else the first heading.
func title(d *document.Document) string {
	if d.Meta.Title != "" {
		return d.Meta.Title
	}
	for _, block := range d.Blocks {
		if heading, ok := block.(document.Heading); ok {
			return document.PlainText(heading.Content)
		}
	}
	return ""
}

const appProperties = xmlHead + `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Redline</Application></Properties>`

const settings = xmlHead + `<w:settings` + namespaces + `><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/><w:characterSpacingControl w:val="doNotCompress"/>` +
	`<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>` +
	`<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>` +
	`<m:mathPr><m:mathFont m:val="Cambria Math"/><m:dispDef/></m:mathPr></w:settings>`

const footer = xmlHead + `<w:ftr` + namespaces + `><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>` +
	`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>` +
	`<w:r><w:t xml:space="preserve"> / </w:t></w:r>` +
	`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> NUMPAGES </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:ftr>`

func twentieths(points float64) string { return strconv.Itoa(int(points*20 + 0.5)) }

func (s *story) document(page document.PageSize) string {
	width, height := page.Points()
	edge := twentieths(document.Margin)
	return xmlHead + `<w:document` + namespaces + `><w:body>` + s.String() +
		`<w:sectPr><w:footerReference w:type="default" r:id="rId5"/><w:pgSz w:w="` + twentieths(width) + `" w:h="` + twentieths(height) + `"/><w:pgMar w:top="` + edge +
		`" w:right="` + edge + `" w:bottom="` + edge + `" w:left="` + edge + `" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`
}

func (s *story) notes() string {
	return xmlHead + `<w:footnotes` + namespaces + `>` +
		`<w:footnote w:type="separator" w:id="-1"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:separator/></w:r></w:p></w:footnote>` +
		`<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>` +
		s.String() + `</w:footnotes>`
}
