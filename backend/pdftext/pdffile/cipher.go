package pdffile

import (
	"bytes"
	"crypto/aes"
	stdcipher "crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
)

// The ciphers are the format's own, and weak as some are, a file that has them can be
// read only by them. Nothing is encrypted here.

// method is how strings or streams are encrypted.
type method int

const (
	identity method = iota
	rc4Method
	aes128
	aes256
)

// cipher decrypts what stands in one file.
type cipher struct {
	key            []byte
	text, contents method // of strings, of streams
	metadata       bool   // is encrypted too
}

// startCipher makes the key of an encrypted file from the empty password.
func (f *File) startCipher() error {
	if f.cipher != nil || f.Trailer["Encrypt"] == nil {
		return nil
	}
	d := f.Dict(f.Trailer["Encrypt"])
	if d == nil {
		return ErrDamaged
	}
	if filter := f.Name(d["Filter"]); filter != "Standard" {
		return ErrCipher
	}
	version, _ := Int(f.Get(d["V"]))
	revision, _ := Int(f.Get(d["R"]))
	c := &cipher{metadata: f.Get(d["EncryptMetadata"]) != false}
	switch {
	case version == 1 || version == 2:
		c.text, c.contents = rc4Method, rc4Method
	case version == 4 || version == 5:
		c.text, c.contents = f.methodOf(d, "StrF"), f.methodOf(d, "StmF")
	default:
		return ErrCipher
	}
	if revision >= 5 {
		c.key = f.newKey(d, revision)
	} else {
		c.key = f.oldKey(d, version, revision, c.metadata)
	}
	if c.key == nil && c.text == identity && c.contents == identity {
		return nil // only attachments are locked
	}
	if c.key == nil {
		return ErrPassword
	}
	f.cipher = c
	f.forget()
	return nil
}

// methodOf gives the method that a crypt filter names.
func (f *File) methodOf(d Dict, key Name) method {
	name := f.Name(d[key])
	filter := f.Dict(f.Dict(d["CF"])[name])
	switch f.Name(filter["CFM"]) {
	case "V2":
		return rc4Method
	case "AESV2":
		return aes128
	case "AESV3":
		return aes256
	}
	return identity
}

// padding is what short passwords are filled up with (ISO 32000-1, 7.6.3.3).
var padding = []byte("\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a")

// oldKey is the key of revisions 2 to 4 (algorithms 2, 4 and 5); nil where the empty
// password is wrong.
func (f *File) oldKey(d Dict, version, revision int, metadata bool) []byte {
	owner, user := f.text(d["O"]), f.text(d["U"])
	permissions := f.Number(d["P"])
	var id []byte
	if ids := f.Array(f.Trailer["ID"]); len(ids) > 0 {
		id = f.text(ids[0])
	}
	h := md5.New()
	h.Write(padding)
	h.Write(owner[:min(len(owner), 32)])
	_ = binary.Write(h, binary.LittleEndian, uint32(int64(permissions)))
	h.Write(id)
	if revision >= 4 && !metadata {
		h.Write([]byte{0xff, 0xff, 0xff, 0xff})
	}
	key := h.Sum(nil)
	n := 5
	if revision >= 3 {
		if bits, ok := Int(f.Get(d["Length"])); ok && bits >= 40 && bits <= 128 {
			n = bits / 8
		}
		if version == 4 {
			n = 16
		}
		for range 50 {
			sum := md5.Sum(key[:n])
			key = sum[:]
		}
	}
	key = key[:n]
	if revision == 2 {
		if !bytes.Equal(xor(key, padding), user[:min(len(user), 32)]) {
			return nil
		}
		return key
	}
	sum := md5.Sum(append(bytes.Clone(padding), id...))
	check := sum[:]
	for i := range 20 {
		turned := bytes.Clone(key)
		for j := range turned {
			turned[j] ^= byte(i)
		}
		check = xor(turned, check)
	}
	if len(user) < 16 || !bytes.Equal(check, user[:16]) {
		return nil
	}
	return key
}

// text gives a string's bytes as they stand: those of the encryption dictionary are
// never encrypted.
func (f *File) text(o Object) []byte {
	s, _ := f.Get(o).(String)
	return []byte(s)
}

// xor is RC4 under its name for what it does.
func xor(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		return data
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}

// newKey is the key of revisions 5 and 6 (ISO 32000-2, algorithm 2.A), for the empty
// user password.
func (f *File) newKey(d Dict, revision int) []byte {
	user, encrypted := f.text(d["U"]), f.text(d["UE"])
	if len(user) < 48 || len(encrypted) < 32 {
		return nil
	}
	hash := func(salt []byte) []byte {
		sum := sha256.Sum256(salt)
		if revision == 5 {
			return sum[:]
		}
		return harden(sum[:])
	}
	if !bytes.Equal(hash(user[32:40]), user[:32]) {
		return nil
	}
	block, err := aes.NewCipher(hash(user[40:48]))
	if err != nil {
		return nil
	}
	key := make([]byte, 32)
	stdcipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(key, encrypted[:32])
	return key
}

// harden is algorithm 2.B for the empty password: rounds of AES and a hash that the
// text itself chooses.
func harden(k []byte) []byte {
	for round := 0; ; round++ {
		text := bytes.Repeat(k, 64)
		block, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		stdcipher.NewCBCEncrypter(block, k[16:32]).CryptBlocks(text, text)
		sum := 0
		for _, b := range text[:16] {
			sum += int(b)
		}
		switch sum % 3 {
		case 0:
			h := sha256.Sum256(text)
			k = h[:]
		case 1:
			h := sha512.Sum384(text)
			k = h[:]
		case 2:
			h := sha512.Sum512(text)
			k = h[:]
		}
		if round >= 63 && int(text[len(text)-1]) <= round-32 {
			return k[:32]
		}
	}
}

// strings decrypts a string of an object.
func (c *cipher) strings(id Ref, s []byte) []byte { return c.decrypt(c.text, id, s) }

// stream decrypts a stream's bytes.
func (c *cipher) stream(s *Stream, data []byte) []byte {
	if s.id == (Ref{}) || s.Dict["Type"] == Name("Metadata") && !c.metadata {
		return data
	}
	return c.decrypt(c.contents, s.id, data)
}

func (c *cipher) decrypt(m method, id Ref, data []byte) []byte {
	switch m {
	case rc4Method:
		return xor(c.objectKey(id, ""), data)
	case aes128:
		return cbc(c.objectKey(id, "sAlT"), data)
	case aes256:
		return cbc(c.key, data)
	}
	return data
}

// objectKey mixes an object's number into the key (algorithm 1).
func (c *cipher) objectKey(id Ref, salt string) []byte {
	mixed := append(bytes.Clone(c.key), byte(id.Number), byte(id.Number>>8), byte(id.Number>>16), byte(id.Generation), byte(id.Generation>>8))
	sum := md5.Sum(append(mixed, salt...))
	return sum[:min(len(c.key)+5, 16)]
}

// cbc decrypts AES, whose first block is the vector and whose last byte tells how many
// were added.
func cbc(key, data []byte) []byte {
	block, err := aes.NewCipher(key)
	if err != nil || len(data) < 2*aes.BlockSize {
		return nil
	}
	vector, data := data[:aes.BlockSize], data[aes.BlockSize:]
	out := make([]byte, len(data)/aes.BlockSize*aes.BlockSize)
	stdcipher.NewCBCDecrypter(block, vector).CryptBlocks(out, data[:len(out)])
	if added := int(out[len(out)-1]); added >= 1 && added <= aes.BlockSize {
		out = out[:len(out)-added]
	}
	return out
}
