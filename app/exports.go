package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"redline/backend"
	"redline/backend/tools"
)

// Exports is the area of documents made from Markdown.
type Exports struct{ app *App }

// Start begins an export and returns at once; its progress comes as events.
func (e *Exports) Start(r ExportRequest) (ExportJob, error) {
	p, err := e.app.open()
	if err != nil {
		return ExportJob{}, err
	}
	if r.Format != "pdf" && r.Format != "docx" {
		return ExportJob{}, &Error{Code: CodeBadRequest, Message: "A document can be made as pdf or docx."}
	}
	if !slices.Contains([]string{"", "auto", "a4", "letter"}, r.PageSize) {
		return ExportJob{}, &Error{Code: CodeBadRequest, Message: "The page size can be auto, a4 or letter."}
	}
	if r.Output == "" {
		base := path.Base(r.Path)
		r.Output = path.Join("exports", strings.TrimSuffix(base, path.Ext(base))+"."+r.Format)
	}
	job := ExportJob{Path: r.Path, Format: r.Format, Output: r.Output, Status: "running", Warnings: []string{}}
	ctx, cancel := context.WithCancel(e.app.ctx)
	job = e.app.exports.add(job, cancel)
	go e.run(ctx, p, job, r)
	return job, nil
}

func (e *Exports) run(ctx context.Context, p *backend.Project, job ExportJob, r ExportRequest) {
	defer func() {
		if d := recover(); d != nil {
			job.Status, job.Error = "failed", Defect(d, nil).Message
			e.tell(job)
		}
	}()
	done, err := p.Export(ctx, backend.ExportRequest{
		Path: r.Path, Output: r.Output, Format: r.Format, PageSize: cmp.Or(r.PageSize, p.PageSize()), Overwrite: r.Overwrite,
		Progress: func(page int) {
			job.Page = page
			e.tell(job)
		},
	})
	job.Output, job.Pages, job.Bytes, job.Warnings = done.Output, done.Pages, done.Bytes, list(done.Warnings)
	switch {
	case err == nil:
		job.Status = "done"
	case ctx.Err() != nil:
		job.Status = "cancelled"
	default:
		job.Status, job.Error = "failed", AsError(err).Message
		job.Exists = errors.Is(err, tools.ErrExists)
	}
	if job.Output == "" {
		job.Output = r.Output
	}
	e.tell(job)
}

func (e *Exports) tell(job ExportJob) {
	e.app.exports.set(job)
	e.app.Events.Emit(TopicExport, job)
}

// Cancel ends an export; no file is left of it. One that has ended stays as it
// is.
func (e *Exports) Cancel(r JobRequest) (ExportJob, error) {
	job, err := e.app.exports.cancel(r.Job)
	if err != nil {
		return ExportJob{}, err
	}
	return job, nil
}

// Open opens the finished document with the program that the system has for it.
func (e *Exports) Open(r JobRequest) error {
	return e.show(r, Native.OpenFile)
}

// Reveal shows the finished document in the system's file manager.
func (e *Exports) Reveal(r JobRequest) error {
	return e.show(r, Native.Reveal)
}

func (e *Exports) show(r JobRequest, how func(Native, string) error) error {
	p, err := e.app.open()
	if err != nil {
		return err
	}
	job, err := e.app.exports.get(r.Job)
	if err != nil {
		return err
	}
	if job.Status != "done" {
		return &Error{Code: CodeNotFound, Message: job.Output + " is not finished."}
	}
	native, err := e.app.native()
	if err != nil {
		return err
	}
	return AsErrorOrNil(how(native, absolute(p, job.Output)))
}

// jobs are the exports of this run.
type jobs struct {
	mu   sync.Mutex
	last int
	all  map[string]*runningJob
}

type runningJob struct {
	ExportJob
	cancel context.CancelFunc
}

func (j *jobs) add(job ExportJob, cancel context.CancelFunc) ExportJob {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.all == nil {
		j.all = map[string]*runningJob{}
	}
	j.last++
	job.ID = fmt.Sprintf("export-%d", j.last)
	j.all[job.ID] = &runningJob{job, cancel}
	return job
}

func (j *jobs) set(job ExportJob) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.all[job.ID].ExportJob = job
}

func (j *jobs) get(id string) (ExportJob, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	job := j.all[id]
	if job == nil {
		return ExportJob{}, &Error{Code: CodeNotFound, Message: "There is no such export."}
	}
	return job.ExportJob, nil
}

func (j *jobs) cancel(id string) (ExportJob, error) {
	job, err := j.get(id)
	if err != nil {
		return job, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.all[id].cancel()
	return job, nil
}

func (j *jobs) cancelAll() {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, job := range j.all {
		job.cancel()
	}
}
