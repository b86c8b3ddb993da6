package search

// Reason says why something was passed over.
type Reason uint8

// The reasons.
const (
	Ignored      Reason = iota // an ignore file leaves it out
	Hidden                     // its name begins with a dot
	Dependencies               // a folder of dependencies or of what was built
	Binary                     // not text
	TooLarge                   // over the limit for a search
	Blocked                    // it may not be touched (FS-14)
	Unreadable                 // the system refuses it
	Link                       // a symbolic link: not followed
	Special                    // a pipe, socket or device
	reasons
)

var reasonNames = [reasons]string{"ignored", "hidden", "dependencies", "binary", "too_large", "blocked", "unreadable", "links", "special"}

// String is the reason as results name it.
func (r Reason) String() string { return reasonNames[r] }

// Counts is what a search met: files it looked into or compared, and what it passed
// over. A folder that is passed over counts once, whatever is in it.
type Counts struct {
	Files   int
	Skipped [reasons]int
}

func (c *Counts) add(o *Counts) {
	c.Files += o.Files
	for i, n := range o.Skipped {
		c.Skipped[i] += n
	}
}

// ByReason gives what was passed over by the reasons' names, without those that
// never came up.
func (c *Counts) ByReason() map[string]int {
	by := map[string]int{}
	for i, n := range c.Skipped {
		if n > 0 {
			by[Reason(i).String()] = n
		}
	}
	return by
}
