package graph

import (
	"fmt"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	xfont "golang.org/x/image/font"
)

// ruler measures text in the built-in fonts, on every machine alike.
type ruler struct {
	fonts [fontCount]*sfnt.Font
	buf   sfnt.Buffer
	known [fontCount]map[rune]float64 // width at size 1, negative when the font lacks the rune
}

func newRuler() (*ruler, error) {
	r := &ruler{}
	for f, data := range [fontCount][]byte{fontSans: goregular.TTF, fontBold: gobold.TTF, fontMono: gomono.TTF} {
		parsed, err := sfnt.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("parse built-in font: %w", err)
		}
		r.fonts[f], r.known[f] = parsed, map[rune]float64{}
	}
	return r, nil
}

// advance is the width of c at size 1, and whether the font has it; a rune it
// lacks is taken for a square.
func (r *ruler) advance(f font, c rune) (float64, bool) {
	w, ok := r.known[f][c]
	if !ok {
		w = r.measure(f, c)
		r.known[f][c] = w
	}
	if w < 0 {
		return 1, false
	}
	return w, true
}

func (r *ruler) measure(f font, c rune) float64 {
	const ppem = 1000
	i, err := r.fonts[f].GlyphIndex(&r.buf, c)
	if err != nil || i == 0 {
		return -1
	}
	a, err := r.fonts[f].GlyphAdvance(&r.buf, i, fixed.I(ppem), xfont.HintingNone)
	if err != nil {
		return -1
	}
	return float64(a) / 64 / ppem
}

func (r *ruler) width(t typeface, s string) (w float64) {
	for _, c := range s {
		a, _ := r.advance(t.font, c)
		w += a * t.size
	}
	return w
}

// fit cuts s to room pixels.
func (r *ruler) fit(t typeface, s string, room float64) string {
	if r.width(t, s) <= room {
		return s
	}
	dots, _ := r.advance(t.font, '…')
	w := dots * t.size
	for i, c := range s {
		a, _ := r.advance(t.font, c)
		if w += a * t.size; w > room {
			if i == 0 {
				return ""
			}
			return s[:i] + "…"
		}
	}
	return s
}

// fitEnd is fit for what differs at its end: it cuts the beginning.
func (r *ruler) fitEnd(t typeface, s string, room float64) string {
	whole := []rune(s)
	for cut := 0; cut < len(whole); cut++ {
		short := string(whole[cut:])
		if cut > 0 {
			short = "…" + short
		}
		if r.width(t, short) <= room {
			return short
		}
	}
	return ""
}
