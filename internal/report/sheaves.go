package report

import "io"

// sheaf is how many things a goroutine makes the text of at a time.
const sheaf = 8

// inSheaves has workers make the text of n things, and writes it in their order.
// text appends the text of thing i to b. Of few things the caller makes it.
func inSheaves(w io.Writer, n, workers int, text func(b []byte, i int) []byte) error {
	if workers = min(workers, n/sheaf, 8); workers < 2 {
		return inTurn(w, n, text)
	}
	done := make(chan struct{})
	defer close(done)
	made := make([]chan []byte, workers)
	for k := range made {
		made[k] = make(chan []byte)
		go func() {
			var room [2][]byte // the one is written while the other is filled
			for from, turn := k*sheaf, 0; from < n; from, turn = from+workers*sheaf, 1-turn {
				b := room[turn][:0]
				for i := from; i < min(from+sheaf, n); i++ {
					b = text(b, i)
				}
				room[turn] = b
				select {
				case made[k] <- b:
				case <-done:
					return
				}
			}
		}()
	}
	for from := 0; from < n; from += sheaf {
		if _, err := w.Write(<-made[from/sheaf%workers]); err != nil {
			return err
		}
	}
	return nil
}

func inTurn(w io.Writer, n int, text func(b []byte, i int) []byte) error {
	var b []byte
	for i := range n {
		b = text(b[:0], i)
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}
