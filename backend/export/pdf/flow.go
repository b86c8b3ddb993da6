package pdf

// row is what stands on one page whole: a line of text, a rule, a picture, a
// line of a table.
type row struct {
	space  float64 // above it, unless it is the first on a page
	height float64
	keep   bool      // on the same page as the next
	around []*border // what it stands within, the outermost first
	head   []*row    // set again above it when it is the first on a page
	draw   func(p *painter, y float64)
}

// border is a bar or a panel around rows, drawn on each page that they span.
type border struct {
	draw func(p *painter, top, bottom float64)
}

// flow puts rows on pages. Rows are held until it is known where they go: those
// to be kept together until the last of them, a page until it is full, since
// what lies under text is drawn first.
type flow struct {
	out      *painter
	height   float64 // of the text area
	used     float64
	group    []*row
	tall     float64 // of the group
	page     []setRow
	progress func(int)
}

type setRow struct {
	*row
	y float64
}

func (f *flow) add(rows ...*row) {
	for _, r := range rows {
		f.group = append(f.group, r)
		f.tall += r.space + r.height
		if !r.keep || f.tall > f.height {
			f.place()
		}
	}
}

// place sets the group on this page when it fits, on the next when it fits
// there, and else row by row.
func (f *flow) place() {
	group, tall := f.group, f.tall
	f.group, f.tall = nil, 0
	if len(group) == 0 {
		return
	}
	if f.used > 0 && f.used+tall > f.height && tall-group[0].space <= f.height {
		f.endPage()
	}
	for _, r := range group {
		f.set(r)
	}
}

func (f *flow) set(r *row) {
	if f.used > 0 && f.used+r.space+r.height > f.height+0.01 {
		f.endPage()
	}
	if f.used == 0 {
		for _, head := range r.head {
			f.put(head)
		}
	}
	f.put(r)
}

func (f *flow) put(r *row) {
	if f.used > 0 {
		f.used += r.space
	}
	f.page = append(f.page, setRow{r, f.out.top + f.used})
	f.used += max(r.height, 0.01)
}

func (f *flow) endPage() {
	f.out.pdf.AddPage()
	for _, span := range borders(f.page) {
		span.border.draw(f.out, span.top, span.bottom)
	}
	for _, r := range f.page {
		if r.draw != nil {
			r.draw(f.out, r.y)
		}
	}
	f.page, f.used = nil, 0
	if f.progress != nil {
		f.progress(f.out.pdf.PageNo())
	}
}

func (f *flow) finish() {
	f.place()
	if len(f.page) > 0 || f.out.pdf.PageCount() == 0 {
		f.endPage()
	}
}

type borderSpan struct {
	*border
	top, bottom float64
}

// borders finds from where to where each border runs on a page, the outer ones
// before the inner.
func borders(page []setRow) []borderSpan {
	var order []*border
	spans := map[*border]*borderSpan{}
	deepest := 0
	depths := map[*border]int{}
	for _, r := range page {
		for depth, one := range r.around {
			span, ok := spans[one]
			if !ok {
				span = &borderSpan{border: one, top: r.y}
				spans[one] = span
				order = append(order, one)
				depths[one] = depth
				deepest = max(deepest, depth)
			}
			span.bottom = r.y + r.height
		}
	}
	var out []borderSpan
	for depth := range deepest + 1 {
		for _, one := range order {
			if depths[one] == depth {
				out = append(out, *spans[one])
			}
		}
	}
	return out
}
