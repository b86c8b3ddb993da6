package notebook

import (
	"encoding/json"
	"strings"
)

// span is a value in a text of valid JSON, as half-open bytes.
type span struct{ from, to int }

func (s span) in(text string) string { return text[s.from:s.to] }

// member is a name and its value in an object.
type member struct {
	name       string
	key, value span // key with its quotes
}

// members gives the members of the object at s, none if it is something else. A
// name that stands there twice is there twice.
func members(text string, s span) []member {
	if text[s.from] != '{' {
		return nil
	}
	var all []member
	for at := skipSpace(text, s.from+1); text[at] != '}'; {
		key := span{at, skipValue(text, at)}
		at = skipSpace(text, skipSpace(text, key.to)+1) // over the colon
		m := member{name: decodeString(key.in(text)), key: key, value: span{at, skipValue(text, at)}}
		all = append(all, m)
		if at = skipSpace(text, m.value.to); text[at] == ',' {
			at = skipSpace(text, at+1)
		}
	}
	return all
}

// elements gives the elements of the array at s, none if it is something else.
func elements(text string, s span) []span {
	if text[s.from] != '[' {
		return nil
	}
	var all []span
	for at := skipSpace(text, s.from+1); text[at] != ']'; {
		e := span{at, skipValue(text, at)}
		all = append(all, e)
		if at = skipSpace(text, e.to); text[at] == ',' {
			at = skipSpace(text, at+1)
		}
	}
	return all
}

// last gives the value of a name; of several, the last one counts, as for those who
// read the file.
func last(all []member, name string) (span, bool) {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].name == name {
			return all[i].value, true
		}
	}
	return span{}, false
}

func skipSpace(text string, at int) int {
	for at < len(text) && strings.IndexByte(" \t\r\n", text[at]) >= 0 {
		at++
	}
	return at
}

// skipValue gives the end of the value that begins at at.
func skipValue(text string, at int) int {
	depth := 0
	for ; at < len(text); at++ {
		switch text[at] {
		case '"':
			for at++; text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		default:
			if depth > 0 {
				continue
			}
			for at < len(text) && strings.IndexByte(",]} \t\r\n", text[at]) < 0 {
				at++
			}
			return at
		}
		if depth == 0 {
			return at + 1
		}
	}
	return at
}

// decodeString gives a string's value; what is no string is "".
func decodeString(raw string) string {
	var s string
	_ = json.Unmarshal([]byte(raw), &s)
	return s
}

// joined gives a text that is written as one string or as a list of its lines.
func joined(text string, s span) string {
	if text[s.from] != '[' {
		return decodeString(s.in(text))
	}
	var b strings.Builder
	for _, e := range elements(text, s) {
		b.WriteString(decodeString(e.in(text)))
	}
	return b.String()
}

// encodeString writes a string as Jupyter does: nothing is escaped that needn't be.
func encodeString(s string) string {
	const hex = "0123456789abcdef"
	short := map[byte]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`, '\b': `\b`, '\f': `\f`}
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case short[c] != "":
			b.WriteString(short[c])
		case c < ' ':
			b.WriteString(`\u00` + string(hex[c>>4]) + string(hex[c&15]))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
