package window

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

const (
	// maxSocketPath is how long the path of a Unix socket may be, in bytes, on the
	// strictest system (macOS: 104 with the closing zero).
	maxSocketPath = 103
	// maxHandOver is how long, in bytes, one message of a second start may be: a
	// path, with room for escapes.
	maxHandOver = 64 << 10
	// handOverPatience is how long a second start waits for the first window to
	// answer. The first answers at once unless it is starting or hangs.
	handOverPatience = 5 * time.Second
)

// Claim is one process's hold on being the only window over a home folder.
type Claim struct {
	home     string
	lock     *flock.Flock
	listener net.Listener // nil when the home folder's path is too long for a socket
}

// handOver is what a second start tells the first window.
type handOver struct {
	Folder string `json:"folder"` // absolute, or "" when it named none
}

// TakeClaim makes this process the only window over home, which must exist. When
// there is one already, that window is given folder (absolute, or "") and comes
// to the front, and the error is ErrHandedOver. Release gives the claim back; a
// process that dies gives it back too.
func TakeClaim(home, folder string) (*Claim, error) {
	c := &Claim{home: home, lock: flock.New(filepath.Join(home, "window.lock"))}
	free, err := c.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", c.lock.Path(), err)
	}
	socket := filepath.Join(home, "window.sock")
	if !free {
		return nil, tellFirst(socket, folder)
	}
	if len(socket) > maxSocketPath {
		return c, nil
	}
	// Whoever made a socket that is there now doesn't hold the lock any more.
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, errors.Join(err, c.Release())
	}
	if c.listener, err = net.Listen("unix", socket); err != nil {
		return nil, errors.Join(fmt.Errorf("listen for a second start: %w", err), c.Release())
	}
	return c, nil
}

// Home is the folder that is claimed.
func (c *Claim) Home() string { return c.home }

// Release gives the claim back. Serve returns.
func (c *Claim) Release() error {
	var err error
	if c.listener != nil {
		err = c.listener.Close()
	}
	return errors.Join(err, c.lock.Unlock())
}

// Serve calls opened with each folder that a second start hands over, one after
// the other, until the claim is released.
func (c *Claim) Serve(opened func(folder string)) {
	if c.listener == nil {
		return
	}
	for {
		conn, err := c.listener.Accept()
		if err != nil {
			return
		}
		if m, err := receive(conn); err == nil {
			opened(m.Folder)
		}
		conn.Close()
	}
}

// receive reads one message and confirms it.
func receive(conn net.Conn) (handOver, error) {
	var m handOver
	if err := conn.SetDeadline(time.Now().Add(handOverPatience)); err != nil {
		return m, err
	}
	if err := json.NewDecoder(io.LimitReader(conn, maxHandOver)).Decode(&m); err != nil {
		return m, err
	}
	if m.Folder != "" && !filepath.IsAbs(m.Folder) {
		return m, fmt.Errorf("folder %q is not absolute", m.Folder)
	}
	_, err := io.WriteString(conn, "taken\n")
	return m, err
}

// tellFirst hands folder to the window that holds the claim. It tries again while
// that window is between taking its lock and listening.
func tellFirst(socket, folder string) error {
	ctx, cancel := context.WithTimeout(context.Background(), handOverPatience)
	defer cancel()
	for {
		err := handFolder(ctx, socket, folder)
		if err == nil {
			return ErrHandedOver
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("another window is open already, but it does not answer: %w", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func handFolder(ctx context.Context, socket, folder string) error {
	conn, err := new(net.Dialer).DialContext(ctx, "unix", socket)
	if err != nil {
		return err
	}
	defer conn.Close()
	if deadline, ok := ctx.Deadline(); ok {
		if err := conn.SetDeadline(deadline); err != nil {
			return err
		}
	}
	if err := json.NewEncoder(conn).Encode(handOver{Folder: folder}); err != nil {
		return err
	}
	answer, err := io.ReadAll(io.LimitReader(conn, 16))
	if err != nil {
		return err
	}
	if string(answer) != "taken\n" {
		return errors.New("the first window refused the folder")
	}
	return nil
}
