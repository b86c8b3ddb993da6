package pdftext

import (
	"slices"

	"redline/backend/pdftext/pdffile"
)

// page is a page's content and what it draws with.
type page struct {
	contents  pdffile.Object
	resources pdffile.Dict
	notes     pdffile.Object // the fields and notes that lie on it
}

// maxTreeDepth is how deep the tree of pages may be.
const maxTreeDepth = 64

// pages lists the pages in order. Where the tree leads to none, the pages that stand in
// the file are taken.
func (d *document) pages() []page {
	pages := d.fromTree()
	if len(pages) == 0 && d.file.Rebuild() {
		clear(d.fonts)
		pages = d.fromTree()
	}
	if len(pages) > 0 {
		return pages
	}
	numbers := d.file.Numbers()
	slices.Sort(numbers)
	for _, n := range numbers {
		o, ok := d.file.Get(pdffile.Ref{Number: n}).(pdffile.Dict)
		if ok && d.file.Name(o["Type"]) == "Page" && len(pages) < maxPages {
			pages = append(pages, page{o["Contents"], d.file.Dict(o["Resources"]), o["Annots"]})
		}
		if d.ctx.Err() != nil {
			break
		}
	}
	return pages
}

func (d *document) fromTree() []page {
	root := d.file.Dict(d.file.Trailer["Root"])
	t := tree{document: d, seen: map[pdffile.Ref]bool{}}
	t.walk(root["Pages"], nil, 0)
	return t.pages
}

// tree is a walk through the page tree.
type tree struct {
	*document
	seen  map[pdffile.Ref]bool
	pages []page
}

// walk goes through a node: resources are inherited. A node that was met before is a
// loop, or a page twice, which the format forbids.
func (t *tree) walk(o pdffile.Object, resources pdffile.Dict, depth int) {
	if ref, ok := o.(pdffile.Ref); ok {
		if t.seen[ref] {
			return
		}
		t.seen[ref] = true
	}
	node := t.file.Dict(o)
	if node == nil || depth > maxTreeDepth || len(t.pages) >= maxPages || t.ctx.Err() != nil {
		return
	}
	if own := t.file.Dict(node["Resources"]); own != nil {
		resources = own
	}
	kids, inner := t.file.Get(node["Kids"]).(pdffile.Array)
	if !inner || t.file.Name(node["Type"]) == "Page" && node["Contents"] != nil {
		if t.file.Name(node["Type"]) != "Pages" || node["Contents"] != nil {
			t.pages = append(t.pages, page{node["Contents"], resources, node["Annots"]})
		}
		return
	}
	for _, kid := range kids {
		t.walk(kid, resources, depth+1)
	}
}
