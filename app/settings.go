package app

import (
	"errors"
	"fmt"

	"redline/backend/config"
)

// Settings is the area of the person's choices.
type Settings struct{ app *App }

// Get gives the settings that hold.
func (s *Settings) Get() (Preferences, error) {
	s.app.mu.Lock()
	defer s.app.mu.Unlock()
	return preferences(s.app.config), nil
}

func preferences(c config.Config) Preferences {
	return Preferences{
		Theme: c.UI.Theme, AddedText: c.UI.AddedText, PageSize: c.PDF.PageSize,
		Sidebar: c.UI.Sidebar, Inspector: c.UI.Inspector,
	}
}

// Set applies and saves the settings. A settings file that can't be understood is
// left as it is: then nothing is saved and the error says so.
func (s *Settings) Set(v Preferences) (Preferences, error) {
	s.app.saving.Lock()
	defer s.app.saving.Unlock()
	// What the person wrote there meanwhile is kept.
	c, err := config.Load(s.app.home.Settings())
	if err != nil {
		return Preferences{}, notSaved(err)
	}
	c.UI.Theme, c.UI.AddedText, c.UI.Sidebar, c.UI.Inspector = v.Theme, v.AddedText, v.Sidebar, v.Inspector
	c.PDF.PageSize = v.PageSize
	if err := config.Save(s.app.home.Settings(), c); err != nil {
		return Preferences{}, notSaved(err)
	}
	s.app.mu.Lock()
	s.app.config, s.app.problem = c, ""
	p := s.app.project
	s.app.mu.Unlock()
	if p != nil {
		p.Configure(c)
	}
	s.app.Events.Emit(TopicSettings, preferences(c))
	return preferences(c), nil
}

// notSaved words why settings were not saved.
func notSaved(err error) *Error {
	var p *config.Problem
	switch {
	case !errors.As(err, &p):
		return AsError(err)
	case p.Line == 0:
		return &Error{Code: CodeBadRequest, Message: config.Sentence(p.What) + " Nothing was saved."}
	}
	return &Error{Code: CodeBadRequest, Path: p.File, Message: fmt.Sprintf("Your choice was not saved, since the settings file can't be understood. %s", config.Sentence(p.Error()))}
}
