package pdffile

import (
	"bytes"
	"compress/lzw"
	"compress/zlib"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Objects are read as the format says, and damage as viewers read it.
func TestObjects(t *testing.T) {
	deep := strings.Repeat("[", maxDepth+10) + "1" + strings.Repeat("]", maxDepth+10)
	for source, want := range map[string]Object{
		"12": 12.0, "-1.5": -1.5, "+.5": .5, "4.": 4.0, "--5": -5.0, "12-34": 12.0, "1.2.3": 1.2, "true": true, "false": false, "null": nil,
		"/Name": Name("Name"), "/A#42C": Name("ABC"), "/A#ZZ": Name("A#ZZ"), "/": Name(""), "/a/b": Name("a"),
		"(a(b)c)": String("a(b)c"), `(\n\r\t\b\f\(\)\\\101\7x\q)`: String("\n\r\t\b\f()\\A\ax" + "q"), "(a\\\nb)": String("ab"), "(a\r\nb)": String("a\nb"), "(open": String("open"),
		"<48 65 6c6>": String("Hel`"), "<4Z8>": String("H"), "<48": String("H"),
		"[1 2 0 R /A]":                 Array{1.0, Ref{2, 0}, Name("A")},
		"<</A 1/B[(x)]/C<</D null>>>>": Dict{"A": 1.0, "B": Array{String("x")}, "C": Dict{"D": nil}},
		"<</A 1 % comment\n/A 2>>":     Dict{"A": 2.0},
		"<</A>>":                       Dict{},
		"[1 2 endobj":                  Array{1.0, 2.0},
		"<</A 1 endobj 2 0 obj":        Dict{"A": 1.0},
		"99999999 0 R":                 99999999.0,
		"":                             nil,
	} {
		p := parser{Lexer: Lexer{Data: []byte(source)}}
		if got, _ := p.object(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %#v, want %#v", source, got, want)
		}
	}
	p := parser{Lexer: Lexer{Data: []byte(deep)}}
	if o, ok := p.object(); !ok || p.Next().Kind != End {
		t.Errorf("brackets %d deep: %v, and more behind", maxDepth+10, o)
	}
}

// Each filter undoes what it is named for, alone and in a chain; damage ends the bytes.
func TestFilters(t *testing.T) {
	const text = "to be or not to be, that is the question: to be or not"
	deflated := func(s string) string {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		_, _ = w.Write([]byte(s))
		_ = w.Close()
		return b.String()
	}
	var late bytes.Buffer
	w := lzw.NewWriter(&late, lzw.MSB, 8)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	whole := deflated(text)
	for name, tc := range map[string]struct{ dict, raw, want string }{
		"none":              {"", text, text},
		"flate":             {"/Filter/FlateDecode", whole, text},
		"flate, short name": {"/F/Fl", whole, text},
		"no header":         {"/Filter/FlateDecode", whole[2:], text},
		"no sum":            {"/Filter/FlateDecode", whole[:len(whole)-4], text},
		"line ends before":  {"/Filter/FlateDecode", "\r\n" + whole, text},
		"hex":               {"/Filter/ASCIIHexDecode", "68 65 6C6c 6F>", "hello"},
		"base 85":           {"/Filter/ASCII85Decode", "87cUR D]i,\"Ebo80~>", "Hello World!"},
		"runs":              {"/Filter/RunLengthDecode", "\x02abc\xfeX\x80zzz", "abcXXX"},
		"LZW, late":         {"/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>", late.String(), text},
		"LZW, early":        {"/Filter/LZWDecode", "\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", "-----A---B"},
		"a chain":           {"/Filter[/ASCIIHexDecode/FlateDecode]", hex.EncodeToString([]byte(whole)) + ">", text},
		"a picture":         {"/Filter/DCTDecode", "\xff\xd8", ""},
		"rows above":        {"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 3>>", deflated("\x02abc\x02\x01\x01\x01"), "abcbcd"},
		"rows of each kind": {"/Filter/FlateDecode/DecodeParms[<</Predictor 15/Columns 2>>]", deflated("\x00ab\x01a\x01\x03\x01\x01\x04\x01\x01"), "abab1bcd"},
		"TIFF":              {"/Filter/FlateDecode/DecodeParms<</Predictor 2/Colors 1/Columns 3>>", deflated("a\x01\x01b\x01\x01"), "abcbcd"},
	} {
		p := parser{Lexer: Lexer{Data: []byte("<<" + tc.dict + ">>")}}
		d, _ := p.object()
		f := &File{ctx: t.Context()}
		f.forget()
		got := string(f.Decode(&Stream{Dict: d.(Dict), raw: []byte(tc.raw)}))
		if name == "rows of each kind" { // average and Paeth of small rows, worked by hand
			tc.want = "abab" + string([]byte{1 + 'a'/2, 1 + (1+'a'/2+'b')/2}) + string([]byte{2 + 'a'/2, 1 + (1 + (1+'a'/2+'b')/2)})
		}
		if got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

// body are the objects of a small file.
const body = "1 0 obj\n<</Type/Catalog/Pages 2 0 R/Words(first)>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n"

// plain is a whole file with body, before, in front of it.
func plain(before string) string {
	head := before + "%PDF-1.4\n"
	at := len("%PDF-1.4\n")
	second := at + strings.Index(body, "2 0 obj")
	return head + body + fmt.Sprintf("xref\n0 3\n0000000000 65535 f \n%010d 00000 n \n%010d 00000 n \ntrailer\n<</Size 3/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF", at, second, at+len(body))
}

// A file is read by its table, and without one when it is wrong.
func TestOpen(t *testing.T) {
	whole := plain("")
	added := whole + "\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/Words(second)>>\nendobj\n"
	table := fmt.Sprintf("xref\n1 1\n%010d 00000 n \ntrailer\n<</Root 1 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF", len(whole)+1, strings.Index(whole, "xref"), len(added))
	for name, tc := range map[string]struct {
		source, want string
		rebuilt      bool
	}{
		"whole":                   {whole, "first", false},
		"added to":                {added + table, "second", false},
		"words before it":         {plain("From: someone\n"), "first", false},
		"no table":                {"%PDF-1.4\n" + body, "first", true},
		"no table, added to":      {"%PDF-1.4\n" + body + added[len(whole):], "second", true},
		"a wrong start":           {strings.Replace(whole, "startxref\n1", "startxref\n9", 1), "first", true},
		"wrong places":            {strings.Replace(whole, "0000000009", "0000000011", 1), "first", true},
		"Prev in a circle":        {strings.Replace(whole, "/Root", fmt.Sprintf("/Prev %d/Root", strings.Index(whole, "xref")), 1), "first", false},
		"no trailer":              {"%PDF-1.4\n" + body + "junk", "first", true},
		"a broken trailer":        {strings.Replace(whole, "/Root 1 0 R", "/Root 7 0 R", 1), "first", true},
		"a table without its end": {whole[:strings.Index(whole, "trailer")], "first", true},
	} {
		f, err := Open(t.Context(), []byte(tc.source))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := f.Get(f.Dict(f.Trailer["Root"])["Words"]); got != String(tc.want) || f.rebuilt != tc.rebuilt {
			t.Errorf("%s: %v, looked for %t", name, got, f.rebuilt)
		}
	}
	for source, want := range map[string]error{"": ErrNotPDF, "PK\x03\x04": ErrNotPDF, strings.Repeat(" ", 2000) + whole: ErrNotPDF, "%PDF-1.4\nnothing": ErrDamaged} {
		if _, err := Open(t.Context(), []byte(source)); !errors.Is(err, want) {
			t.Errorf("%.20q: %v", source, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, []byte(whole)); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// References that run in circles, and objects that wait for one another, end.
func TestCircles(t *testing.T) {
	for name, source := range map[string]string{
		"to itself":          "1 0 obj 1 0 R endobj",
		"in turns":           "1 0 obj 2 0 R endobj 2 0 obj 1 0 R endobj",
		"its own length":     "1 0 obj <</Length 1 0 R>> stream\nx\nendstream endobj",
		"lengths in a chain": chain(100_000),
		"a stream in itself": "1 0 obj <</Type/ObjStm/N 1/First 4>> stream\n1 0 (x)\nendstream endobj",
	} {
		f, err := Open(t.Context(), []byte("%PDF-1.4\n"+source+"\ntrailer<</Root<</Pages<<>>>>>>"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if o := f.Get(Ref{1, 0}); o != nil && f.Stream(o) == nil {
			t.Errorf("%s: %v", name, o)
		}
	}
}

// chain makes streams of which each has the next one for its length.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d 0 obj<</Length %d 0 R>>stream\nx\nendstream endobj\n", i+1, i+2)
	}
	return b.String()
}

// The smallest file that unpacks to the most stays within the limit.
func TestBomb(t *testing.T) {
	var b bytes.Buffer
	w, _ := zlib.NewWriterLevel(&b, zlib.BestCompression)
	blank := bytes.Repeat([]byte(" "), 1<<20)
	for range 200 {
		_, _ = w.Write(blank)
	}
	_ = w.Close()
	f := &File{ctx: t.Context()}
	f.forget()
	if n := len(f.Decode(&Stream{Dict: Dict{"Filter": Name("FlateDecode")}, raw: b.Bytes()})); n < maxDecoded || n > maxDecoded+1<<20 {
		t.Errorf("%d bytes", n)
	}
}

// Whatever the bytes are, every object can be asked for.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(plain("")))
	f.Add([]byte("%PDF-1.5\n1 0 obj<</Type/XRef/W[1 2 1]/Index[0 3]/Root 1 0 R/Size 3/Prev 9>>stream\n\x00\x00\x00\x01\x00\x09\x00\x02\x00\x01\x00\nendstream endobj startxref 9"))
	f.Add([]byte("%PDF-1.5\n1 0 obj<</Type/ObjStm/N 2/First 8/Filter/LZWDecode>>stream\n2 0 3 9 <</Pages 3 0 R>>()\nendstream endobj trailer<</Encrypt<</Filter/Standard/V 5/R 6/U<00>/CF<</A<</CFM/AESV3>>>>>>/Root 2 0 R>>"))
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := Open(t.Context(), content)
		if err != nil {
			return
		}
		numbers := file.Numbers()
		for _, n := range numbers[:min(len(numbers), 100)] {
			if s := file.Stream(Ref{Number: n}); s != nil {
				if size := len(file.Decode(s)); size > maxDecoded+1<<20 {
					t.Errorf("%d bytes", size)
				}
			}
		}
	})
}
