package docx

import (
	"net/url"
	"strconv"
	"strings"

	"redline/backend/export/document"
)

// builder holds what the parts of one file share.
type builder struct {
	page      document.PageSize
	numbering numbering
	media     []media
	pictures  map[*document.Picture]int // index into media
	lastID    int                       // of bookmarks and drawings
	anchors   map[string]string         // anchor -> bookmark
}

type media struct {
	name, format string
	data         []byte
}

func newBuilder(page document.PageSize) *builder {
	return &builder{page: page, pictures: map[*document.Picture]int{}, anchors: map[string]string{}}
}

func (b *builder) nextID() string {
	b.lastID++
	return strconv.Itoa(b.lastID)
}

// textWidth is the width between the margins, in points.
func (b *builder) textWidth() float64 {
	width, _ := b.page.Points()
	return width - 2*document.Margin
}

// story is a part that holds blocks; each has relations of its own.
type story struct {
	*builder
	strings.Builder
	links map[string]string // target -> relation
	rels  []relation
	refs  map[int]bool // footnotes referred to so far
	lead  string       // runs that begin the next paragraph
	panel bool         // the last paragraph was of code
}

type relation struct{ id, kind, target, mode string }

func (b *builder) story(string) *story {
	return &story{builder: b, links: map[string]string{}, refs: map[int]bool{}}
}

// put writes markup as it stands.
func (s *story) put(parts ...string) {
	for _, part := range parts {
		s.WriteString(part)
	}
}

// relate gives the relation that leads to a target.
func (s *story) relate(kind, target, mode string) string {
	if id, ok := s.links[kind+target]; ok {
		return id
	}
	id := "rIdX" + strconv.Itoa(len(s.rels)+1)
	s.rels = append(s.rels, relation{id, kind, target, mode})
	s.links[kind+target] = id
	return id
}

// maxTarget is the longest address that Word opens a file with.
const maxTarget = 2000

// target is a link's address as a relation may hold it; Word refuses a whole
// file for one that isn't an address.
func target(link string) (string, bool) {
	parsed, err := url.Parse(strings.TrimSpace(link))
	if err != nil || parsed.Scheme != "" && parsed.Host == "" && parsed.Opaque == "" {
		return "", false
	}
	parsed.RawQuery = strings.ReplaceAll(url.PathEscape(parsed.RawQuery), "%25", "%")
	parsed.RawQuery = strings.NewReplacer("%2F", "/", "%3F", "?", "%26", "&", "%3D", "=").Replace(parsed.RawQuery)
	address := parsed.String()
	if len(address) > maxTarget || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\\^`{|}<>\"", r) }) {
		return "", false
	}
	return address, true
}

// maxBookmark is how long Word lets a bookmark's name be.
const maxBookmark = 40

// bookmark names the place of an anchor.
func (b *builder) bookmark(anchor string) string {
	name := anchor
	if runes := []rune(name); len(runes) > maxBookmark {
		sum := uint32(2166136261)
		for _, r := range name {
			sum = (sum ^ uint32(r)) * 16777619
		}
		name = string(runes[:maxBookmark-9]) + "-" + strconv.FormatUint(uint64(sum)|1<<31, 16)
	}
	return name
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape makes text fit for XML: what XML can't hold is left out.
func escape(text string) string {
	return escaper.Replace(strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n':
			return r
		case r < ' ', 0x7f <= r && r < 0xa0 && r != 0x85:
			return -1
		case r == 0xfffe || r == 0xffff:
			return '\ufffd'
		}
		return r
	}, text))
}

func attribute(name, value string) string { return " " + name + `="` + escape(value) + `"` }
