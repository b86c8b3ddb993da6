package backend

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"redline/backend/config"
)

// auditName is the file of a folder's record, in what is kept for the folder.
const auditName = "audit.jsonl"

// AuditFiles names the records of every folder that was ever opened, also one of
// which only a trace is left.
func AuditFiles(home config.Home) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(home.Workspace("*"), auditName+"*"))
	if err != nil {
		return nil, fmt.Errorf("find the audit records: %w", err)
	}
	for i, name := range found {
		found[i] = strings.TrimSuffix(name, ".head")
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
