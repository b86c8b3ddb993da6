package workspace

// Bubblewrap gives the arguments of bwrap that let a command see what the policy lets
// it, and no other file. Devices, processes, the network and the user are for whoever
// runs the command to say.
func (p Policy) Bubblewrap() []string {
	var args []string
	for _, l := range p.Links {
		args = append(args, "--symlink", l.Target, l.Path)
	}
	for _, r := range p.Rules { // in the order of paths, so that what is inside comes later and covers
		switch {
		case r.Access == ReadWrite:
			args = append(args, "--bind", r.Path, r.Path)
		case r.Access == ReadOnly:
			args = append(args, "--ro-bind", r.Path, r.Path)
		case !p.Shows(r.Path):
			// Nothing above it is shown, so it isn't there anyway.
		case r.Dir:
			args = append(args, "--perms", "0000", "--tmpfs", r.Path, "--remount-ro", r.Path)
		default:
			args = append(args, "--ro-bind", "/dev/null", r.Path)
		}
	}
	return args
}

// Shows tells whether a command would find a path if no rule were about it alone.
func (p Policy) Shows(path string) bool {
	best, shows := -1, false
	for _, r := range p.Rules {
		if _, ok := inside(r.Path, path); ok && r.Path != path && len(r.Path) > best {
			best, shows = len(r.Path), r.Access != Hidden
		}
	}
	return shows
}
