package app

import "redline/backend/config"

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
	s.app.mu.Lock()
	c, problem := s.app.config, s.app.problem
	s.app.mu.Unlock()
	c.UI.Theme, c.UI.AddedText, c.UI.Sidebar, c.UI.Inspector = v.Theme, v.AddedText, v.Sidebar, v.Inspector
	c.PDF.PageSize = v.PageSize
	if problem == "" {
		if err := config.Save(s.app.home.Settings(), c); err != nil {
			return Preferences{}, AsError(err)
		}
	}
	s.app.mu.Lock()
	s.app.config = c
	s.app.mu.Unlock()
	s.app.Events.Emit(TopicSettings, preferences(c))
	return preferences(c), nil
}
