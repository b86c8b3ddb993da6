package diff

import "bytes"

// Choice is what becomes of one hunk.
type Choice struct {
	take bool
	own  []byte
	mine bool
	pick func(Line) bool
}

// Accept takes the new lines.
func Accept() Choice { return Choice{take: true} }

// Reject leaves the old lines.
func Reject() Choice { return Choice{} }

// Replace puts other lines in their place.
func Replace(text []byte) Choice { return Choice{mine: true, own: text} }

// Pick takes single lines of a hunk: of the old lines those go for which take says
// so, of the new lines those come. A new line stands right below its counterpart
// among the old lines, where that stays; new lines without one stand below the old
// ones that no pair parts from them. Picking every line is Accept, none Reject.
//
// A last line without an ending gets one where another line now follows it.
func Pick(take func(Line) bool) Choice { return Choice{pick: take} }

// Apply gives the old content with the chosen changes.
func (d *Diff) Apply(choose func(Hunk) Choice) []byte {
	var out bytes.Buffer
	from := 0
	for _, h := range d.Hunks {
		out.Write(d.Before[from:h.Old.From])
		switch c := choose(h); {
		case c.pick != nil:
			d.picked(&out, h, c.pick)
		case c.mine:
			out.Write(c.own)
		case c.take:
			out.Write(d.After[h.New.From:h.New.To])
		default:
			out.Write(d.Before[h.Old.From:h.Old.To])
		}
		from = h.Old.To
	}
	out.Write(d.Before[from:])
	return out.Bytes()
}

func (d *Diff) picked(out *bytes.Buffer, h Hunk, take func(Line) bool) {
	unfinished := false
	for _, l := range d.Rows(h) {
		if take(l) != (l.Kind == Insert) {
			continue
		}
		if unfinished {
			out.WriteString(d.ending())
		}
		out.Write(l.Text)
		unfinished = !bytes.HasSuffix(l.Text, []byte("\n"))
	}
}

// Rows gives the lines of a hunk with each new line below its counterpart, as they
// follow each other in what Pick makes.
func (d *Diff) Rows(h Hunk) []Line {
	olds, news := d.olds(h), d.news(h)
	m := marker{pairer: pairer{maxPairWork}}
	m.mark(olds, news)
	rows := make([]Line, 0, len(olds)+len(news))
	for _, l := range olds {
		if l.Pair > 0 {
			n := l.Pair - news[0].New
			rows = append(append(append(rows, news[:n]...), l), news[n])
			news = news[n+1:]
			continue
		}
		rows = append(rows, l)
	}
	return append(rows, news...)
}

// ending is the line ending of the old content, or of the new where that has none.
func (d *Diff) ending() string {
	for _, text := range [][]byte{d.Before, d.After} {
		if line := lineAt(text, 0); bytes.HasSuffix(line, []byte("\r\n")) {
			return "\r\n"
		} else if bytes.HasSuffix(line, []byte("\n")) {
			return "\n"
		}
	}
	return "\n"
}
