package math

// ClassOf gives a node's class, which says how much room is left beside it. A script
// has that of what it stands at.
func ClassOf(n Node) Class {
	switch n := n.(type) {
	case Symbol:
		return n.Class
	case Delimiter:
		return n.Class
	case Stack:
		return n.Class
	case Classed:
		return n.Class
	case Arrow:
		return Rel
	case Script:
		return ClassOf(n.Base)
	case Accent:
		return Ord
	case Fenced:
		return Inner
	case Fraction:
		if n.Open == "" && n.Close == "" {
			return Inner
		}
	}
	return Ord
}
