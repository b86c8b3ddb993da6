package app

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"redline/backend"
	"redline/backend/agent"
	"redline/backend/approvals"
	"redline/backend/checkpoints"
	"redline/backend/config"
	"redline/backend/export/document"
	"redline/backend/notebook"
	"redline/backend/patch"
	"redline/backend/pdftext/pdffile"
	"redline/backend/search"
	"redline/backend/sessions"
	"redline/backend/tools"
	"redline/backend/workspace"
)

// typed is every error that a package of the backend tells apart, and its code. A
// defect, and what never reaches a face, is internal.
var typed = map[string]struct {
	err  error
	code Code
}{
	"workspace.ErrBusy":               {workspace.ErrBusy, CodeBusy},
	"workspace.ErrNoFolder":           {workspace.ErrNoFolder, CodeBadFolder},
	"workspace.ErrNotFolder":          {workspace.ErrNotFolder, CodeBadFolder},
	"workspace.ErrUnreadableFolder":   {workspace.ErrUnreadableFolder, CodeBadFolder},
	"workspace.ErrRootGone":           {workspace.ErrRootGone, CodeBadFolder},
	"workspace.ErrOutsideWorkspace":   {workspace.ErrOutsideWorkspace, CodeForbidden},
	"workspace.ErrReadOnlyPath":       {workspace.ErrReadOnlyPath, CodeForbidden},
	"workspace.ErrNotRegular":         {workspace.ErrNotRegular, CodeForbidden},
	"pdffile.ErrNotPDF":               {pdffile.ErrNotPDF, CodeForbidden},
	"pdffile.ErrPassword":             {pdffile.ErrPassword, CodeForbidden},
	"pdffile.ErrCipher":               {pdffile.ErrCipher, CodeForbidden},
	"pdffile.ErrDamaged":              {pdffile.ErrDamaged, CodeForbidden},
	"search.ErrQuery":                 {search.ErrQuery, CodeBadRequest},
	"workspace.ErrTooLarge":           {workspace.ErrTooLarge, CodeForbidden},
	"workspace.ErrBinary":             {workspace.ErrBinary, CodeForbidden},
	"workspace.ErrLinks":              {workspace.ErrLinks, CodeForbidden},
	"workspace.ErrPolicyTooLarge":     {workspace.ErrPolicyTooLarge, CodeForbidden},
	"workspace.BlockedError":          {&workspace.BlockedError{Path: "a.txt", Pattern: "*.txt"}, CodeForbidden},
	"workspace.NameError":             {&workspace.NameError{What: "the path is empty"}, CodeBadRequest},
	"workspace.ErrNameTooLong":        {workspace.ErrNameTooLong, CodeBadRequest},
	"workspace.ErrStale":              {workspace.ErrStale, CodeStale},
	"workspace.ErrDiskFull":           {workspace.ErrDiskFull, CodeDiskFull},
	"workspace.ErrQuota":              {workspace.ErrQuota, CodeDiskFull},
	"workspace.ErrReadOnly":           {workspace.ErrReadOnly, CodePermission},
	"workspace.ErrPermission":         {workspace.ErrPermission, CodePermission},
	"workspace.ErrTooManyOpen":        {workspace.ErrTooManyOpen, CodePermission},
	"checkpoints.ErrNoTurn":           {checkpoints.ErrNoTurn, CodeNotFound},
	"checkpoints.ErrNothingToUndo":    {checkpoints.ErrNothingToUndo, CodeNotFound},
	"checkpoints.ErrNothingToRedo":    {checkpoints.ErrNothingToRedo, CodeNotFound},
	"checkpoints.ErrBusy":             {checkpoints.ErrBusy, CodeRunning},
	"checkpoints.ErrOldPlan":          {checkpoints.ErrOldPlan, CodeStale},
	"checkpoints.ErrNoMerge":          {checkpoints.ErrNoMerge, CodeBadRequest},
	"checkpoints.ErrNoConflict":       {checkpoints.ErrNoConflict, CodeNotFound},
	"checkpoints.ErrChoice":           {checkpoints.ErrChoice, CodeBadRequest},
	"backend.ErrSide":                 {backend.ErrSide, CodeBadRequest},
	"checkpoints.ErrPicks":            {checkpoints.ErrPicks, CodeConflict},
	"checkpoints.ErrDropped":          {checkpoints.ErrDropped, CodeNotFound},
	"checkpoints.ErrNoMark":           {checkpoints.ErrNoMark, CodeNotFound},
	"checkpoints.ErrNotSeen":          {checkpoints.ErrNotSeen, CodeNotFound},
	"checkpoints.ErrUntouched":        {checkpoints.ErrUntouched, CodeNotFound},
	"approvals.ErrUnknown":            {approvals.ErrUnknown, CodeAnswered},
	"approvals.ErrBadDecision":        {approvals.ErrBadDecision, CodeBadRequest},
	"approvals.ErrOtherEdit":          {approvals.ErrOtherEdit, CodeBadRequest},
	"approvals.ErrUnknownMode":        {approvals.ErrUnknownMode, CodeBadRequest},
	"approvals.ErrBypassNeedsSandbox": {approvals.ErrBypassNeedsSandbox, CodeForbidden},
	"approvals.ErrSeal":               {approvals.ErrSeal, CodeStale},
	"approvals.ErrMutated":            {approvals.ErrMutated, CodeInternal},
	"approvals.RefusedError":          {&approvals.RefusedError{Mode: approvals.ModePlan, Path: "a.txt"}, CodeForbidden},
	"approvals.StillSavedError":       {&approvals.StillSavedError{Keys: []string{"edit"}, Err: errors.New("full")}, CodeStillSaved},
	"tools.ErrExists":                 {tools.ErrExists, CodeExists},
	"tools.ErrChanged":                {tools.ErrChanged, CodeStale},
	"tools.RejectedError":             {&tools.RejectedError{Paths: []string{"a.txt"}}, CodeAnswered},
	"tools.ConflictError":             {&tools.ConflictError{Conflicts: []checkpoints.Conflict{{Path: "a.txt"}}}, CodeConflict},
	"tools.ClashError":                {&tools.ClashError{Turn: 2, Paths: []string{"a.txt"}}, CodeConflict},
	"patch.Error":                     {&patch.Error{File: "a.txt", What: "it has no hunks"}, CodeBadRequest},
	"notebook.ErrNothing":             {notebook.ErrNothing, CodeBadRequest},
	"sessions.ErrNotFound":            {sessions.ErrNotFound, CodeNotFound},
	"config.Problem":                  {&config.Problem{File: "config.toml", Line: 1, What: "there is no setting"}, CodeBadRequest},
	"backend.ErrRunning":              {backend.ErrRunning, CodeRunning},
	"backend.ErrWaiting":              {backend.ErrWaiting, CodeRunning},
	"backend.ErrSandboxLost":          {backend.ErrSandboxLost, CodeBadFolder},
	"agent.ErrMaxSteps":               {agent.ErrMaxSteps, CodeInternal},  // stands in the thread
	"document.ErrRemote":              {document.ErrRemote, CodeInternal}, // is a warning of an export
	"fs.ErrNotExist":                  {fs.ErrNotExist, CodeNotFound},
	"fs.ErrPermission":                {fs.ErrPermission, CodePermission},
}

// Every typed error has its code and is a sentence, bare and wrapped, and the name of
// the file that it begins with stays as it is written.
func TestEveryErrorHasItsCode(t *testing.T) {
	for name, c := range typed {
		for _, err := range []error{c.err, fmt.Errorf("a.txt %w", c.err), fmt.Errorf("A.txt: %w; nothing was done", c.err), errors.Join(c.err, errors.New("more"))} {
			e := AsError(err)
			if e.Code != c.code {
				t.Errorf("%s, as %q: %s, want %s", name, err, e.Code, c.code)
			}
			if !strings.HasSuffix(e.Message, ".") || strings.Contains(e.Message, "%!") {
				t.Errorf("%s is no sentence: %q", name, e.Message)
			}
			if begins := err.Error()[:1]; strings.HasPrefix(strings.ToLower(err.Error()), "a.txt") && !strings.HasPrefix(e.Message, begins) {
				t.Errorf("%s: the file's name became %q", name, e.Message)
			}
		}
	}
	if e := AsError(errors.New("who knows")); e.Code != CodeInternal {
		t.Errorf("%+v", e)
	}
	own := &Error{Code: CodeExists, Message: "As it is", Path: "p"}
	if got := AsError(fmt.Errorf("around: %w", own)); got != own {
		t.Errorf("%+v", got)
	}
	if AsErrorOrNil(nil) != nil {
		t.Error("no error is one")
	}
}

// The table above misses none.
func TestNoErrorIsForgotten(t *testing.T) {
	err := filepath.WalkDir("../backend", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, name := range errorsOf(file) {
			if _, ok := typed[file.Name.Name+"."+name]; !ok {
				t.Errorf("%s: %s has no code", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// errorsOf names the exported errors that a file declares: variables Err... and types
// with a method Error.
func errorsOf(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR && strings.HasPrefix(v.Names[0].Name, "Err") {
					names = append(names, v.Names[0].Name)
				}
			}
		case *ast.FuncDecl:
			if d.Name.Name != "Error" || d.Recv == nil {
				continue
			}
			of := d.Recv.List[0].Type
			if p, ok := of.(*ast.StarExpr); ok {
				of = p.X
			}
			if name := of.(*ast.Ident).Name; ast.IsExported(name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Every code has words in the interface.
func TestEveryCodeHasATitle(t *testing.T) {
	words, err := os.ReadFile("../frontend/src/locales/en.ts")
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	ast.Inspect(file, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(v.Names[0].Name, "Code") || len(v.Values) != 1 {
			return true
		}
		code, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
		if found++; err != nil || !regexp.MustCompile(`(?m)^      `+code+`: '`).Match(words) {
			t.Errorf("%s has no title (%v)", code, err)
		}
		return true
	})
	if found == 0 {
		t.Error("there are no codes")
	}
}

// continuing are the words with which an error goes on after the name that stands
// before it.
var continuing = strings.Fields("is does can't could has was changed exchanged doesn't means")

// Sentence knows every word that one of Redline's own messages begins with; whatever it
// doesn't know it takes for a file's name.
func TestMessagesBeginWithKnownWords(t *testing.T) {
	for _, dir := range []string{"../backend", "."} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if message, ok := messageOf(n); ok && !strings.HasSuffix(file.Name.Name, "test") {
					holdsFirstWord(t, path, message)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// messageOf gives the text of a call of errors.New or fmt.Errorf.
func messageOf(n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	text, isText := call.Args[0].(*ast.BasicLit)
	if !ok || !isText || f.Sel.Name != "New" && f.Sel.Name != "Errorf" {
		return "", false
	}
	message, err := strconv.Unquote(text.Value)
	return message, err == nil
}

func holdsFirstWord(t *testing.T, path, message string) {
	t.Helper()
	first, _, more := strings.Cut(message, " ")
	if !more || strings.ContainsAny(first, "%:") || !unicode.IsLower(rune(first[0])) {
		return
	}
	for _, word := range continuing {
		if first == word {
			return
		}
	}
	if said := config.Sentence(message); unicode.IsLower(rune(said[0])) {
		t.Errorf("%s: %q begins with a word that Sentence doesn't know; add it to openers in backend/config/sentence.go", path, message)
	}
}
