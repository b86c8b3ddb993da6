package pdftext

import (
	"bytes"
	"slices"
	"sort"
	"unicode/utf16"

	"redline/backend/pdftext/pdffile"
)

// Limits on a character map: Unicode's planes have fewer characters than the first.
const (
	maxMappings  = 1 << 17
	maxMapText   = 64 // bytes that one code can become
	maxUseCMap   = 4  // maps that build on one another
	maxCodeBytes = 4
)

// cmap maps the codes of a string to text (a ToUnicode map) or to glyph numbers.
type cmap struct {
	spaces []codespace
	chars  map[uint32]string // text of single codes
	ranges []textRange       // sorted by low once it is read
	cids   []cidRange
}

// codespace says how many bytes the codes of a range have.
type codespace struct {
	bytes     int
	low, high uint32
}

// textRange maps codes that follow one another: the last character counts up.
type textRange struct {
	low, high uint32
	text      []rune
}

type cidRange struct{ low, high, cid uint32 }

// readCMap reads a map that stands in the file.
func readCMap(f *pdffile.File, s *pdffile.Stream) *cmap {
	m := &cmap{chars: map[uint32]string{}}
	m.read(f, s, 0)
	slices.SortStableFunc(m.ranges, func(a, b textRange) int { return int(int64(a.low) - int64(b.low)) })
	slices.SortStableFunc(m.cids, func(a, b cidRange) int { return int(int64(a.low) - int64(b.low)) })
	return m
}

func (m *cmap) read(f *pdffile.File, s *pdffile.Stream, depth int) {
	if s == nil || depth > maxUseCMap {
		return
	}
	m.read(f, f.Stream(s.Dict["UseCMap"]), depth+1)
	l := pdffile.Lexer{Data: f.Decode(s)}
	for {
		t := l.Next()
		if t.Kind == pdffile.End || len(m.chars)+len(m.ranges)+len(m.cids) > maxMappings {
			return
		}
		if t.Kind != pdffile.Keyword {
			continue
		}
		switch string(t.Text) {
		case "begincodespacerange":
			m.readSpaces(&l)
		case "beginbfchar":
			m.readChars(&l)
		case "beginbfrange":
			m.readRanges(&l)
		case "begincidchar":
			m.readCIDs(&l, true)
		case "begincidrange":
			m.readCIDs(&l, false)
		}
	}
}

func (m *cmap) readSpaces(l *pdffile.Lexer) {
	for {
		low, high := l.Next(), pdffile.Token{}
		if low.Kind != pdffile.Text {
			return
		}
		if high = l.Next(); high.Kind != pdffile.Text {
			return
		}
		if n := len(low.Text); n > 0 && n <= maxCodeBytes && len(m.spaces) < 256 {
			m.spaces = append(m.spaces, codespace{n, number(low.Text), number(high.Text)})
		}
	}
}

func (m *cmap) readChars(l *pdffile.Lexer) {
	for len(m.chars) < maxMappings {
		code := l.Next()
		if code.Kind != pdffile.Text {
			return
		}
		switch to := l.Next(); to.Kind {
		case pdffile.Text:
			m.chars[number(code.Text)] = string(utf16Text(to.Text))
		case pdffile.NameToken:
			m.chars[number(code.Text)] = glyphText(string(to.Text))
		default:
			return
		}
	}
}

func (m *cmap) readRanges(l *pdffile.Lexer) {
	for len(m.chars)+len(m.ranges) < maxMappings {
		from, to := l.Next(), pdffile.Token{}
		if from.Kind != pdffile.Text {
			return
		}
		if to = l.Next(); to.Kind != pdffile.Text {
			return
		}
		low, high := number(from.Text), number(to.Text)
		switch t := l.Next(); t.Kind {
		case pdffile.Text:
			if text := utf16Text(t.Text); len(text) > 0 && high >= low {
				m.ranges = append(m.ranges, textRange{low, high, text})
			}
		case pdffile.ArrayOpen:
			for code := low; ; code++ {
				t := l.Next()
				if t.Kind == pdffile.ArrayClose || t.Kind == pdffile.End || len(m.chars) >= maxMappings {
					break
				}
				if t.Kind == pdffile.Text && code <= high {
					m.chars[code] = string(utf16Text(t.Text))
				}
			}
		default:
			return
		}
	}
}

func (m *cmap) readCIDs(l *pdffile.Lexer, single bool) {
	for len(m.cids) < maxMappings {
		from := l.Next()
		if from.Kind != pdffile.Text {
			return
		}
		to := from
		if !single {
			if to = l.Next(); to.Kind != pdffile.Text {
				return
			}
		}
		cid := l.Next()
		if cid.Kind != pdffile.Number || cid.Number < 0 || cid.Number > 1<<16 {
			return
		}
		m.cids = append(m.cids, cidRange{number(from.Text), number(to.Text), uint32(cid.Number)})
	}
}

// text gives what a code stands for.
func (m *cmap) text(code uint32) (string, bool) {
	if s, ok := m.chars[code]; ok {
		return s, true
	}
	i := sort.Search(len(m.ranges), func(i int) bool { return m.ranges[i].low > code })
	if i == 0 || code > m.ranges[i-1].high {
		return "", false
	}
	r := m.ranges[i-1]
	text := slices.Clone(r.text)
	text[len(text)-1] += rune(code - r.low)
	return string(text), true
}

// cid gives the glyph's number of a code; the code itself where nothing is said.
func (m *cmap) cid(code uint32) uint32 {
	i := sort.Search(len(m.cids), func(i int) bool { return m.cids[i].low > code })
	if i == 0 || code > m.cids[i-1].high {
		return code
	}
	return m.cids[i-1].cid + code - m.cids[i-1].low
}

// next takes the first code off a string. Without a matching range it has as many bytes
// as the shortest code.
func (m *cmap) next(s []byte) (code uint32, n int) {
	least := maxCodeBytes
	for n = 1; n <= min(maxCodeBytes, len(s)); n++ {
		code = code<<8 | uint32(s[n-1])
		for _, c := range m.spaces {
			least = min(least, c.bytes)
			if c.bytes == n && inside(code, c) {
				return code, n
			}
		}
	}
	if len(m.spaces) == 0 {
		least = 2
	}
	n = min(least, len(s))
	return number(s[:n]), n
}

// inside compares byte by byte, as a codespace is a box and no interval.
func inside(code uint32, c codespace) bool {
	for shift := 8 * (c.bytes - 1); shift >= 0; shift -= 8 {
		b := code >> shift & 0xff
		if b < c.low>>shift&0xff || b > c.high>>shift&0xff {
			return false
		}
	}
	return true
}

func number(b []byte) (n uint32) {
	for _, c := range b[max(0, len(b)-maxCodeBytes):] {
		n = n<<8 | uint32(c)
	}
	return n
}

// utf16Text reads big-endian UTF-16; one byte alone is that character.
func utf16Text(b []byte) []rune {
	b = b[:min(len(b), maxMapText)]
	if len(b) == 1 {
		return []rune{rune(b[0])}
	}
	b = bytes.TrimPrefix(b, []byte("\xfe\xff"))
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b[2*i])<<8 | uint16(b[2*i+1])
	}
	return utf16.Decode(units)
}
