package graph

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
)

const graphvizPage = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="104pt" height="64pt" viewBox="0.00 0.00 104.00 64.00" xmlns="http://www.w3.org/2000/svg">
<g id="graph0" class="graph" transform="scale(1 1) rotate(0) translate(4 60)">
<polygon fill="white" stroke="none" points="-4,4 -4,-60 100,-60 100,4 -4,4"/>
<g class="node"><title>n1</title><polygon fill="#fde3e3" stroke="#c01c28" stroke-width="2" points="40,-50 10,-50 10,-30 40,-30 40,-50"/>
<text text-anchor="middle" x="25" y="-36" font-size="10.00" fill="#111827">ab</text></g>
<path fill="#edf4fd" stroke="#8fb4e3" d="M60,-50C60,-50 90,-50 90,-50 90,-50 90,-30 90,-30 90,-30 60,-30 60,-30 60,-30 60,-50 60,-50"/>
<ellipse fill="#ebddf3" stroke="none" cx="50" cy="-10" rx="20" ry="8"/>
</g>
</svg>`

func TestRasterizeDrawsWhatGraphvizWrites(t *testing.T) {
	data, err := Rasterize([]byte(graphvizPage))
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if b := img.Bounds(); b.Dx() != 208 || b.Dy() != 128 {
		t.Fatalf("%v, want twice the view box", b)
	}
	for name, at := range map[ink][2]int{0xFFFFFF: {4, 4}, 0xFDE3E3: {16, 12}, 0xEDF4FD: {79, 20}, 0xEBDDF3: {54, 50}, 0xC01C28: {30, 10}} {
		r, g, b, _ := img.At(at[0]*2, at[1]*2).RGBA()
		if got := ink(r>>8<<16 | g>>8<<8 | b>>8); got != name {
			t.Errorf("at %v: %s, want %s", at, got, name)
		}
	}
}

func TestRasterizeSaysWhatItCannotDraw(t *testing.T) {
	for svg, want := range map[string]string{
		"":                                      "no SVG",
		"<svg/>":                                "no SVG",
		"<svg viewBox='0 0 1 1'><g>":            "read the picture",
		"<svg viewBox='0 0 90000 90000'></svg>": "more than a raster picture may",
	} {
		if _, err := Rasterize([]byte(svg)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", svg, err)
		}
	}
}

func FuzzRasterize(f *testing.F) {
	f.Add([]byte(graphvizPage))
	f.Add([]byte(`<svg viewBox="0 0 9 9"><path d="M1,1C" fill="red"/><polyline points="1,NaN"/><text font-size="1e9">x</text><ellipse rx="-1e300"/></svg>`))
	f.Fuzz(func(t *testing.T, svg []byte) {
		if bytes.Contains(svg, []byte("00")) && len(svg) > 2000 { // pictures of megabytes are not what is looked for
			return
		}
		_, _ = Rasterize(svg)
	})
}
