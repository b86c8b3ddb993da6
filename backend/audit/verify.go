package audit

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"
)

// maxFindings is how many findings are told one by one; a file that is no record at
// all would have one for each line.
const maxFindings = 20

// Report is what a record's chain shows.
type Report struct {
	Folder      string    // that it is of, "" when its first record doesn't say
	Records     int       // that could be read
	First, Last time.Time // of them
	Findings    []string  // what is wrong, as sentences; none: the chain is whole
	// Torn says that the last line is cut short: by a crash, or because it is being
	// written right now. Nothing before it is affected, and opening takes it off.
	Torn bool
}

// Whole tells whether nothing was changed, removed or put in.
func (r Report) Whole() bool { return len(r.Findings) == 0 }

// Verify checks the record in file from its beginning. It writes nothing, and may run
// while the record is appended to.
func Verify(file string) (Report, error) {
	// How far it had come is read first: what is appended meanwhile is no surplus.
	head, headErr := readHeadFile(headOf(file))
	c := check{head: head}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) && headErr == nil {
		c.end(nil) // it was taken away, and how far it had come was left
		return c.report, nil
	}
	if err != nil {
		return Report{}, fmt.Errorf("check the audit record: %w", err)
	}
	defer f.Close()
	if err := c.read(f); err != nil {
		return c.report, fmt.Errorf("check the audit record: %w", err)
	}
	c.end(headErr)
	if info, err := f.Stat(); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		c.found("it can be read by others than its owner (mode %v)", info.Mode().Perm())
	}
	if c.more > 0 {
		c.report.Findings = append(c.report.Findings, fmt.Sprintf("%d more findings are not listed", c.more))
	}
	return c.report, nil
}

func readHeadFile(name string) (point, error) {
	f, err := os.Open(name)
	if err != nil {
		return point{}, err
	}
	defer f.Close()
	return readHead(f)
}

// check is a chain that is being gone through.
type check struct {
	report Report
	head   point
	last   point
	lines  int
	passed bool // the record that head names was met
	more   int  // findings beyond those that are told
}

func (c *check) found(format string, args ...any) {
	if len(c.report.Findings) >= maxFindings {
		c.more++
		return
	}
	c.report.Findings = append(c.report.Findings, fmt.Sprintf(format, args...))
}

func (c *check) read(f io.Reader) error {
	lines := bufio.NewReader(f)
	for {
		text, err := lines.ReadBytes('\n')
		switch {
		case err == nil:
			c.lines++
			c.line(text)
		case errors.Is(err, io.EOF):
			c.report.Torn = len(text) > 0
			return nil
		default:
			return err
		}
	}
}

// line checks one line against the one before.
func (c *check) line(text []byte) {
	e, hash, err := parse(text)
	if err != nil {
		c.found("line %d was changed: %v", c.lines, err)
		c.last = point{Seq: c.last.Seq + 1} // where the next goes on, nothing is known of
		return
	}
	switch {
	case e.Seq > c.last.Seq+1:
		c.found("records %d to %d are missing before line %d", c.last.Seq+1, e.Seq-1, c.lines)
	case e.Seq <= c.last.Seq:
		c.found("line %d holds record %d again, or out of its place", c.lines, e.Seq)
	case e.Prev != c.last.Hash && (c.last.Hash != "" || c.last.Seq == 0):
		c.found("line %d doesn't follow from the one before: record %d was changed or put in", c.lines, c.last.Seq)
	}
	if e.Kind == Damage {
		c.found("line %d, of %s: %s", c.lines, e.Time.Local().Format(time.DateTime), e.Text)
	}
	if e.Seq == c.head.Seq {
		c.passed = true
		if hash != c.head.Hash {
			c.found("line %d is not the record %d that was written", c.lines, e.Seq)
		}
	}
	if c.report.Records == 0 {
		c.report.First = e.Time
		if e.Kind == Begun {
			c.report.Folder = e.Text
		}
	}
	c.report.Records, c.report.Last = c.report.Records+1, e.Time
	c.last = point{e.Seq, hash}
}

// end compares the last record with how far the record had come.
func (c *check) end(headErr error) {
	switch {
	case errors.Is(headErr, fs.ErrNotExist) && c.lines == 0:
	case headErr != nil:
		c.found("how far it had come can't be read (%v), so that records could be missing at its end", headErr)
	case c.head.Seq > c.last.Seq:
		c.found("records %d to %d are missing at its end", c.last.Seq+1, c.head.Seq)
	case c.head.Seq > 0 && !c.passed && c.report.Whole():
		c.found("record %d is missing", c.head.Seq)
	case c.head.Seq == 0 && c.lines > 1:
		c.found("how far it had come was wiped out, so that records could be missing at its end")
	}
}
