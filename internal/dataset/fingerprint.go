package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"github.com/traj-dev/traj/event"
	"github.com/traj-dev/traj/formats"
)

// keyLen is the length of a part's key, in hexadecimal digits.
const keyLen = 32

func isKey(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && len(s) == keyLen
}

// fingerprint is the key of a part, over the names and the bytes of its files.
// fixed says that the same key is the same content, which is not known of what
// is no regular file.
func (r *run) fingerprint(ctx context.Context, p *planned) (key string, fixed bool, err error) {
	sums := make([][sha256.Size]byte, len(p.units))
	fixed = true
	for _, u := range p.units {
		fixed = fixed && len(u.Files)+len(u.Facts) > 0
	}
	for _, s := range p.stamps {
		fixed = fixed && s.size >= 0
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range r.workers {
		wg.Go(func() {
			buf := make([]byte, 256<<10)
			for i := int(next.Add(1)) - 1; i < len(p.units) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				sums[i] = unitSum(p.units[i], buf)
			}
		})
	}
	wg.Wait()
	h := sha256.New()
	fmt.Fprintf(h, "traj dataset %d, tables %s\n%+v\n%+v\n", manifestVersion, event.SchemaVersion, r.o.Tool, r.o.Settings)
	for i := range sums {
		h.Write(sums[i][:])
	}
	return hex.EncodeToString(h.Sum(nil))[:keyLen], fixed, ctx.Err()
}

func unitSum(u *formats.Unit, buf []byte) [sha256.Size]byte {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q\n", u.Name, u.Facts)
	for _, f := range u.Files {
		if s := stampOf(f); !f.Read || s.size < 0 {
			fmt.Fprintf(h, "%q %d\n", f.File.Name, s.size)
			continue
		}
		sum, err := fileSum(f.File.Name, buf)
		if err != nil {
			sum = err.Error() // what cannot be read now may be another time
		}
		fmt.Fprintf(h, "%q %s\n", f.File.Name, sum)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// fileSum is the SHA-256 of a file, in hexadecimal.
func fileSum(name string, buf []byte) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.CopyBuffer(h, struct{ io.Reader }{f}, buf); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// unchanged reports whether the files of a part are as they were when it was
// planned.
func (p *planned) unchanged() bool {
	i := 0
	for _, u := range p.units {
		for _, f := range u.Files {
			if s := stampOf(f); s.size != p.stamps[i].size || !s.since.Equal(p.stamps[i].since) {
				return false
			}
			i++
		}
	}
	return true
}
