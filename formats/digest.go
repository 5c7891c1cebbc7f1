package formats

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/traj-dev/traj/event"
)

// digest hashes the records of a log one by one, so that blocks of it can be
// hashed side by side. A nil one does nothing.
type digest struct{ sums []byte }

func (d *digest) add(rec []byte) {
	if d != nil {
		sum := sha256.Sum256(rec)
		d.sums = append(d.sums, sum[:]...)
	}
}

func (d *digest) absorb(part *digest) {
	if d != nil {
		d.sums = append(d.sums, part.sums...)
	}
}

// of is the digest of the records so far and the state beside them.
func (d *digest) of(st *event.State) string {
	if d == nil {
		return ""
	}
	sums := d.sums
	if st != nil && st.Raw != nil {
		sum := sha256.Sum256(st.Raw)
		sums = append(sums[:len(sums):len(sums)], sum[:]...)
	}
	sum := sha256.Sum256(sums)
	return hex.EncodeToString(sum[:])
}
