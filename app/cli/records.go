package cli

import (
	"fmt"
	"text/tabwriter"
	"time"

	"redline/backend"
	"redline/backend/audit"
)

// checked is what came of checking one folder's record.
type checked struct {
	Folder   string    `json:"folder"` // "" when the record doesn't say
	File     string    `json:"file"`
	OK       bool      `json:"ok"`
	Records  int       `json:"records"`
	First    time.Time `json:"first,omitzero"`
	Last     time.Time `json:"last,omitzero"`
	Torn     bool      `json:"torn"` // the last line is cut short
	Findings []string  `json:"findings"`
}

const tornLine = "the last line is cut short, by a crash or because it is being written right now; nothing before it is affected, and it is taken off when the folder is opened"

// checkRecords checks the chain of every record. It has failed when one is broken.
func (e *env) checkRecords(asJSON bool) error {
	files, err := backend.AuditFiles(e.home)
	if err != nil {
		return err
	}
	all, broken := make([]checked, len(files)), false
	for i, file := range files {
		all[i] = checkRecord(file)
		broken = broken || !all[i].OK
	}
	if asJSON {
		err = printJSON(e, map[string]any{"records": all})
	} else {
		err = e.printRecords(all)
	}
	if err == nil && broken {
		return errSaid
	}
	return err
}

func checkRecord(file string) checked {
	r, err := audit.Verify(file)
	c := checked{
		Folder: r.Folder, File: file, OK: r.Whole() && err == nil, Records: r.Records,
		First: r.First, Last: r.Last, Torn: r.Torn, Findings: append([]string{}, r.Findings...),
	}
	if err != nil {
		c.Findings = append(c.Findings, err.Error())
	}
	return c
}

func (e *env) printRecords(all []checked) error {
	if len(all) == 0 {
		_, err := fmt.Fprintln(e.err, "There are no audit records yet: no folder was opened.")
		return err
	}
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	for _, c := range all {
		mark, name := "ok", c.Folder
		if !c.OK {
			mark = "--"
		}
		if name == "" {
			name = c.File
		}
		fmt.Fprintf(w, "%s\t%s\t%d records%s\n", mark, name, c.Records, c.span())
		for _, f := range c.Findings {
			fmt.Fprintf(w, "\t\t%s\n", f)
		}
		if c.Torn {
			fmt.Fprintf(w, "\t\t%s\n", tornLine)
		}
		if !c.OK {
			fmt.Fprintf(w, "\t\tthe record is in %s; your files are not affected\n", c.File)
		}
	}
	return w.Flush()
}

func (c checked) span() string {
	if c.Records == 0 {
		return ""
	}
	return fmt.Sprintf(", %s to %s", c.First.Local().Format(time.DateTime), c.Last.Local().Format(time.DateTime))
}
