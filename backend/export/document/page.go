package document

// PageSize is the paper that a document is laid out for.
type PageSize string

// The sizes (FS-70).
const (
	A4     PageSize = "a4"
	Letter PageSize = "letter"
)

// Margin is the blank edge of a page, in points: 25 mm.
const Margin = 25 * 72 / 25.4

// Points gives width and height in points, a 72nd of an inch. Anything but
// Letter is A4.
func (p PageSize) Points() (width, height float64) {
	if p == Letter {
		return 612, 792
	}
	return 595.28, 841.89
}
