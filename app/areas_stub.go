package app

type Workspaces struct{ app *App }
type Chats struct{ app *App }
type Approvals struct{ app *App }
type Timeline struct{ app *App }
type Files struct{ app *App }
type Preview struct{ app *App }
type Exports struct{ app *App }
type Settings struct{ app *App }
type App struct{}

func (w *Workspaces) Info() (v Info, err error)                               { return }
func (w *Workspaces) Current() (v Workspace, err error)                       { return }
func (w *Workspaces) Recent() (v []RecentWorkspace, err error)                { return }
func (w *Workspaces) Check(r FolderRequest) (v FolderCheck, err error)        { return }
func (w *Workspaces) Open(r FolderRequest) (v Workspace, err error)           { return }
func (w *Workspaces) OpenLibrary() (v Workspace, err error)                   { return }
func (w *Workspaces) Close() (err error)                                      { return }
func (w *Workspaces) Folders(r FolderRequest) (v Folders, err error)          { return }
func (w *Workspaces) Choose() (v FolderCheck, err error)                      { return }
func (w *Workspaces) Forget(r FolderRequest) (v []RecentWorkspace, err error) { return }
func (w *Workspaces) Writers() (v []Writer, err error)                        { return }
func (c *Chats) List() (v []Chat, err error)                                  { return }
func (c *Chats) New() (v Chat, err error)                                     { return }
func (c *Chats) Thread(r ChatRequest) (v Thread, err error)                   { return }
func (c *Chats) Send(r SendRequest) (v Turn, err error)                       { return }
func (c *Chats) Stop(r ChatRequest) (err error)                               { return }
func (a *Approvals) Waiting() (v []EditSlip, err error)                       { return }
func (a *Approvals) Review(r EditRequest) (v Review, err error)               { return }
func (a *Approvals) Decide(r DecideRequest) (v EditSlip, err error)           { return }
func (t *Timeline) State() (v TimelineState, err error)                       { return }
func (t *Timeline) Moment(r TurnRequest) (v Moment, err error)                { return }
func (t *Timeline) Diff(r TurnFileRequest) (v FileDiff, err error)            { return }
func (t *Timeline) Rewind(r RewindRequest) (v RewindResult, err error)        { return }
func (t *Timeline) Undo(r ForceRequest) (v RewindResult, err error)           { return }
func (t *Timeline) Redo(r ForceRequest) (v RewindResult, err error)           { return }
func (f *Files) List(r ListRequest) (v FileList, err error)                   { return }
func (f *Files) Read(r TurnFileRequest) (v FileText, err error)               { return }
func (f *Files) Reveal(r PathRequest) (err error)                             { return }
func (p *Preview) Render(r PreviewRequest) (v PreviewPage, err error)         { return }
func (e *Exports) Start(r ExportRequest) (v ExportJob, err error)             { return }
func (e *Exports) Cancel(r JobRequest) (v ExportJob, err error)               { return }
func (e *Exports) Open(r JobRequest) (err error)                              { return }
func (e *Exports) Reveal(r JobRequest) (err error)                            { return }
func (s *Settings) Get() (v Preferences, err error)                           { return }
func (s *Settings) Set(r Preferences) (v Preferences, err error)              { return }

// Area is one struct of the contract under the name by which the front end calls
// it.
type Area struct {
	Name  string
	Value any
}

// Areas gives the areas.
func (a *App) Areas() []Area {
	return []Area{
		{"Workspaces", &Workspaces{a}}, {"Chats", &Chats{a}}, {"Approvals", &Approvals{a}}, {"Timeline", &Timeline{a}},
		{"Files", &Files{a}}, {"Preview", &Preview{a}}, {"Exports", &Exports{a}}, {"Settings", &Settings{a}},
	}
}
