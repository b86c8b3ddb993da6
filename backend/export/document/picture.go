package document

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // the formats that are read
	"image/jpeg"
	"image/png"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Limits on pictures: what one export holds in memory stays bounded, and a
// small file that unpacks to gigabytes is refused by its header.
const (
	maxPicture  = 20 << 20  // bytes of one file (FS-70)
	maxPixels   = 40 << 20  // of one picture: 160 MB unpacked
	maxPictures = 128 << 20 // bytes of all pictures of a document, as embedded
)

// Picture is a picture made anew from what was read: Data is a PNG of 8 bits
// per channel or a JPEG in grey or YCbCr.
type Picture struct {
	Format        string // "png" or "jpeg"
	Data          []byte
	Width, Height int // pixels
}

// ErrRemote is what a Picture function returns for a picture that is elsewhere
// in the network; exports load nothing from there.
var ErrRemote = errors.New("pictures from the network are not loaded")

// LocalPath gives the path, relative to the workspace's root and with slashes,
// of the picture or file that a text in the folder dir refers to: percent
// escapes decoded, query and fragment dropped, a leading slash taken as the
// root (FS-75). It is empty for an address with a scheme or a host and for one
// that leads out of the root.
func LocalPath(ref, dir string) string {
	ref, _, _ = strings.Cut(ref, "#")
	ref, _, _ = strings.Cut(ref, "?")
	if ref == "" || strings.HasPrefix(ref, "//") || hasScheme(ref) {
		return ""
	}
	if decoded, err := url.PathUnescape(ref); err == nil {
		ref = decoded
	}
	if strings.ContainsAny(ref, "\x00\\") {
		return ""
	}
	if rooted, ok := strings.CutPrefix(ref, "/"); ok {
		ref = path.Clean(rooted)
	} else {
		ref = path.Join(dir, ref)
	}
	if ref == ".." || strings.HasPrefix(ref, "../") || strings.HasPrefix(ref, "/") {
		return ""
	}
	return ref
}

func hasScheme(ref string) bool {
	colon := strings.IndexByte(ref, ':')
	return colon > 0 && !strings.ContainsAny(ref[:colon], "/?#")
}

// Safe tells whether a link may be followed from a document: to the web, to an
// address for mail, or within the document and its folder.
func Safe(link string) bool {
	link = strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f {
			return -1 // readers drop them, so that "java\nscript:" is a scheme
		}
		return r
	}, link)
	if !hasScheme(link) {
		return true
	}
	scheme, _, _ := strings.Cut(strings.ToLower(link), ":")
	return slices.Contains([]string{"http", "https", "ftp", "mailto"}, scheme)
}

// pictures reads each picture once.
type pictures struct {
	read     func(ref string) ([]byte, error)
	seen     map[string]*Picture
	total    int
	warnings []string
}

func (p *pictures) resolve(img Image) Image {
	if p.read == nil {
		return img
	}
	if p.seen == nil {
		p.seen = map[string]*Picture{}
	}
	picture, known := p.seen[img.Ref]
	if !known {
		var err error
		if picture, err = p.load(img.Ref); err != nil {
			p.warnings = append(p.warnings, fmt.Sprintf("picture %s is not shown: %v", shorten(img.Ref), err))
			picture = nil
		}
		p.seen[img.Ref] = picture
	}
	img.Picture, img.Refused = picture, picture == nil
	return img
}

func (p *pictures) load(ref string) (*Picture, error) {
	if strings.HasPrefix(ref, "//") || hasScheme(ref) {
		return nil, ErrRemote
	}
	data, err := p.read(ref)
	if err != nil {
		return nil, err
	}
	picture, err := newPicture(data)
	if err != nil {
		return nil, err
	}
	if p.total += len(picture.Data); p.total > maxPictures {
		return nil, fmt.Errorf("the pictures before it fill the %d MB that a document holds", maxPictures>>20)
	}
	return picture, nil
}

// newPicture checks and re-encodes a picture. The header is looked at before
// anything is unpacked.
func newPicture(data []byte) (*Picture, error) {
	if len(data) > maxPicture {
		return nil, fmt.Errorf("it has %d MB and a picture may have %d MB", len(data)>>20, maxPicture>>20)
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, errors.New("it is not a PNG, JPEG or GIF picture")
	}
	if config.Width <= 0 || config.Height <= 0 || config.Width > maxPixels/config.Height {
		return nil, fmt.Errorf("it has %d × %d pixels and a picture may have %d million", config.Width, config.Height, maxPixels>>20)
	}
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("the %s file is damaged: %w", format, err)
	}
	return encode(decoded, format)
}

func encode(decoded image.Image, format string) (*Picture, error) {
	size := decoded.Bounds().Size()
	picture := &Picture{Width: size.X, Height: size.Y, Format: "png"}
	var out bytes.Buffer
	var err error
	if format == "jpeg" {
		picture.Format = "jpeg"
		err = jpeg.Encode(&out, decoded, &jpeg.Options{Quality: 92})
	} else {
		err = (&png.Encoder{CompressionLevel: png.DefaultCompression}).Encode(&out, eightBit(decoded))
	}
	picture.Data = out.Bytes()
	return picture, err
}

// eightBit gives a picture that every reader takes: 16 bits and palettes are
// made plain.
func eightBit(decoded image.Image) image.Image {
	switch decoded.(type) {
	case *image.NRGBA, *image.RGBA, *image.Gray:
		return decoded
	}
	bounds := decoded.Bounds()
	plain := image.NewNRGBA(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			plain.Set(x, y, decoded.At(bounds.Min.X+x, bounds.Min.Y+y))
		}
	}
	return plain
}

// loneImage reads HTML that is one <img> and nothing else to be seen.
func loneImage(raw string) (img Image, ok bool) {
	if !strings.Contains(strings.ToLower(raw), "<img") {
		return Image{}, false
	}
	tokens := html.NewTokenizer(strings.NewReader(raw))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return img, ok && img.Ref != ""
		case html.TextToken:
			if strings.TrimSpace(string(tokens.Text())) != "" {
				return Image{}, false
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if token.Data != "img" {
				continue
			}
			if ok {
				return Image{}, false
			}
			img, ok = fromTag(token), true
		}
	}
}

func fromTag(token html.Token) (img Image) {
	for _, attribute := range token.Attr {
		switch attribute.Key {
		case "src":
			img.Ref = attribute.Val
		case "alt":
			img.Alt = attribute.Val
		case "title":
			img.Title = attribute.Val
		case "width":
			fmt.Sscanf(strings.TrimSuffix(attribute.Val, "px"), "%d", &img.Width)
			if strings.HasSuffix(attribute.Val, "%") || img.Width < 0 {
				img.Width = 0
			}
		}
	}
	return img
}

// shorten keeps a warning readable when a reference is a whole data address.
func shorten(ref string) string {
	if runes := []rune(ref); len(runes) > 80 {
		return string(runes[:80]) + "…"
	}
	return ref
}
