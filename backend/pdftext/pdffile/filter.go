package pdffile

import (
	"bytes"
	"compress/flate"
	"compress/lzw"
	"encoding/ascii85"
	"io"
)

// maxFilters is how many filters one stream may go through.
const maxFilters = 8

// Decode gives a stream's bytes, decrypted and unpacked; at most 64 MiB of them. Where
// it is damaged they end; where a filter is one for pictures there are none.
func (f *File) Decode(s *Stream) []byte { return f.decode(s, false) }

// decode is Decode; plain leaves out decryption, which a cross-reference stream has
// never.
func (f *File) decode(s *Stream, plain bool) []byte {
	data := s.raw
	if f.cipher != nil && !plain && s.Dict["Type"] != Name("XRef") {
		data = f.cipher.stream(s, data)
	}
	filters, parms := f.Get(first(s.Dict, "Filter", "F")), f.Get(first(s.Dict, "DecodeParms", "DP"))
	list, many := filters.(Array)
	if !many && filters != nil {
		list = Array{filters}
	}
	for i, filter := range list[:min(len(list), maxFilters)] {
		p := f.Dict(parms)
		if all, ok := parms.(Array); ok {
			p = nil
			if i < len(all) {
				p = f.Dict(all[i])
			}
		}
		data = f.filter(f.Name(filter), p, data)
		if f.ctx.Err() != nil {
			return nil
		}
	}
	return data
}

func first(d Dict, names ...Name) Object {
	for _, n := range names {
		if o := d[n]; o != nil {
			return o
		}
	}
	return nil
}

func (f *File) filter(name Name, parms Dict, data []byte) []byte {
	switch name {
	case "FlateDecode", "Fl":
		return f.unpredict(parms, f.inflate(data))
	case "LZWDecode", "LZW":
		return f.unpredict(parms, f.lzw(parms, data))
	case "ASCII85Decode", "A85":
		return ascii85Decode(data)
	case "ASCIIHexDecode", "AHx":
		l := Lexer{Data: data}
		return l.hex()
	case "RunLengthDecode", "RL":
		return runLength(data)
	case "Crypt":
		return data
	}
	return nil // a picture: DCT, JPX, CCITT, JBIG2
}

// slurp reads what there is, up to the limit and the first damage.
func (f *File) slurp(r io.Reader) []byte {
	var out bytes.Buffer
	for f.ctx.Err() == nil && out.Len() < maxDecoded {
		n, err := io.CopyN(&out, r, 256<<10)
		if err != nil || n == 0 {
			break
		}
	}
	return out.Bytes()
}

// inflate unpacks zlib's format. Its header and its sum are often what is broken, so
// neither is looked at.
func (f *File) inflate(data []byte) []byte {
	data = bytes.TrimLeft(data, "\r\n")
	if len(data) < 2 {
		return nil
	}
	body := data
	if data[0]&0x0f == 8 && (int(data[0])<<8|int(data[1]))%31 == 0 {
		body = data[2:]
	}
	out := f.slurp(flate.NewReader(bytes.NewReader(body)))
	if len(out) == 0 && len(body) == len(data) {
		out = f.slurp(flate.NewReader(bytes.NewReader(data[2:])))
	}
	return out
}

// lzw unpacks LZW, whose codes grow one code early unless the parameters say otherwise.
func (f *File) lzw(parms Dict, data []byte) []byte {
	if early, ok := Int(f.Get(parms["EarlyChange"])); ok && early == 0 {
		r := lzw.NewReader(bytes.NewReader(data), lzw.MSB, 8)
		defer r.Close()
		return f.slurp(r)
	}
	return lzwEarly(data)
}

func ascii85Decode(data []byte) []byte {
	if end := bytes.IndexByte(data, '~'); end >= 0 {
		data = data[:end]
	}
	data = bytes.TrimPrefix(bytes.TrimSpace(data), []byte("<~"))
	out := make([]byte, 0, len(data))
	r := ascii85.NewDecoder(bytes.NewReader(data))
	var chunk [4096]byte
	for len(out) < maxDecoded {
		n, err := r.Read(chunk[:])
		out = append(out, chunk[:n]...)
		if err != nil {
			break
		}
	}
	return out
}

func runLength(data []byte) (out []byte) {
	for len(data) > 0 && len(out) < maxDecoded {
		n := int(data[0])
		data = data[1:]
		switch {
		case n == 128:
			return out
		case n < 128:
			n = min(n+1, len(data))
			out = append(out, data[:n]...)
			data = data[n:]
		case len(data) > 0:
			out = append(out, bytes.Repeat(data[:1], 257-n)...)
			data = data[1:]
		}
	}
	return out
}

// lzwEarly unpacks LZW whose codes grow one code early, as nearly all PDFs have it and
// the standard library does not.
func lzwEarly(data []byte) []byte {
	const clear, end = 256, 257
	var (
		out      []byte
		from     [4096]int // where in out the text of a code begins
		length   [4096]int
		next     = end + 1
		width    = 9
		bits     uint32
		have     int
		previous = -1
	)
	for _, b := range data {
		bits, have = bits<<8|uint32(b), have+8
		if have < width {
			continue
		}
		have -= width
		code := int(bits >> have & (1<<width - 1))
		if code == end || len(out) >= maxDecoded {
			break
		}
		if code == clear {
			next, width, previous = end+1, 9, -1
			continue
		}
		at := len(out)
		switch {
		case code < 256:
			out = append(out, byte(code))
		case code < next:
			out = append(out, out[from[code]:from[code]+length[code]]...)
		case code == next && previous >= 0: // the code that is just being made
			out = append(out, out[previous:at]...)
			out = append(out, out[previous])
		default:
			return out
		}
		if previous >= 0 && next < 4096 {
			from[next], length[next] = previous, at-previous+1
			next++
		}
		if next+1 >= 1<<width && width < 12 {
			width++
		}
		previous = at
	}
	return out
}

// unpredict undoes the differences that a row was stored as.
func (f *File) unpredict(parms Dict, data []byte) []byte {
	value := func(key Name, otherwise int) int {
		if n, ok := Int(f.Get(parms[key])); ok && n > 0 && n <= 1<<16 {
			return n
		}
		return otherwise
	}
	predictor := value("Predictor", 1)
	colours, bits, columns := value("Colors", 1), value("BitsPerComponent", 8), value("Columns", 1)
	pixel := max(1, colours*bits/8)
	row := min((colours*bits*columns+7)/8, len(data))
	if row <= 0 {
		return data
	}
	switch {
	case predictor == 2 && bits == 8:
		return tiffRows(data, row, pixel)
	case predictor >= 10:
		return pngRows(data, row, pixel)
	}
	return data
}

func tiffRows(data []byte, row, pixel int) []byte {
	out := bytes.Clone(data)
	for at := 0; at < len(out); at += row {
		for i := at + pixel; i < min(at+row, len(out)); i++ {
			out[i] += out[i-pixel]
		}
	}
	return out
}

func pngRows(data []byte, row, pixel int) []byte {
	out := make([]byte, 0, len(data))
	above := make([]byte, row)
	for len(data) > 1 {
		kind := data[0]
		n := min(row, len(data)-1)
		line := out[len(out) : len(out)+n]
		out = out[:len(out)+n]
		copy(line, data[1:1+n])
		data = data[1+n:]
		for i := range line {
			var left, corner byte
			if i >= pixel {
				left, corner = line[i-pixel], above[i-pixel]
			}
			switch kind {
			case 1:
				line[i] += left
			case 2:
				line[i] += above[i]
			case 3:
				line[i] += byte((int(left) + int(above[i])) / 2)
			case 4:
				line[i] += paeth(left, above[i], corner)
			}
		}
		if n < row {
			break
		}
		above = line
	}
	return out
}

func paeth(left, up, corner byte) byte {
	p := int(left) + int(up) - int(corner)
	a, b, c := abs(p-int(left)), abs(p-int(up)), abs(p-int(corner))
	switch {
	case a <= b && a <= c:
		return left
	case b <= c:
		return up
	}
	return corner
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
