package graph

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strings"

	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	xfont "golang.org/x/image/font"
)

// maxPixels bounds a raster picture: 4 bytes each in memory.
const maxPixels = 24 << 20

// pngScales are the sizes tried, sharpest first.
var pngScales = [...]float64{2, 1.5, 1}

// fitsPNG reports whether the drawing can be a raster picture at all.
func fitsPNG(d *drawing) bool {
	w := margin*2 + float64(d.lanes)*max(leastLane, min(tallestLane, tallestLane*roomyLanes/float64(max(d.lanes, 1)))) + flowWidth + 520
	return w*(lineHeight*float64(len(d.nodes))+600) <= maxPixels
}

func drawPNG(d *drawing, _ Options) ([]byte, error) {
	r, err := newRuler()
	if err != nil {
		return nil, err
	}
	c := &pngCanvas{ruler: r, faces: map[faceKey]xfont.Face{}}
	p := newPage(d, r, c)
	for _, c.scale = range pngScales {
		if p.width*p.height*c.scale*c.scale <= maxPixels {
			break
		}
	}
	c.img = image.NewRGBA(image.Rect(0, 0, int(math.Ceil(p.width*c.scale)), int(math.Ceil(p.height*c.scale))))
	draw.Draw(c.img, c.img.Rect, image.White, image.Point{}, draw.Src)
	p.draw()
	if c.err != nil {
		return nil, c.err
	}
	if s := p.lacks(); s != "" {
		d.notes = append(d.notes, s)
	}
	var out bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(&out, c.img); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// pngCanvas paints with antialiasing.
type pngCanvas struct {
	img   *image.RGBA
	scale float64
	ruler *ruler
	faces map[faceKey]xfont.Face
	fill  vector.Rasterizer
	err   error // the first
}

type faceKey struct {
	font font
	size float64
}

func (c ink) rgba() color.RGBA { return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255} }

func (c *pngCanvas) rect(x, y, w, h, radius float64, p paint) {
	c.shape(roundedRect(x, y, w, h, radius), p)
}

func (c *pngCanvas) circle(x, y, radius float64, p paint) { c.shape(arcOf(point{x, y}, radius), p) }

func (c *pngCanvas) polygon(points []point, p paint) { c.shape(points, p) }

func (c *pngCanvas) polyline(points []point, radius float64, p paint) {
	c.stroke(rounded(points, radius), false, p)
}

func (c *pngCanvas) open(string, string) {}
func (c *pngCanvas) close()              {}

func (c *pngCanvas) shape(points []point, p paint) {
	if p.hasFill {
		c.paint([][]point{points}, p.fill)
	}
	c.stroke(points, true, p)
}

func (c *pngCanvas) stroke(points []point, closed bool, p paint) {
	if !p.hasStroke {
		return
	}
	if closed {
		points = append(points[:len(points):len(points)], points[0])
	}
	dash := 0.0
	if p.dashed {
		dash = dashLength
	}
	c.paint(outline(points, p.width, dash, closed), p.stroke)
}

// paint fills polygons, all turning the same way, in one colour.
func (c *pngCanvas) paint(polygons [][]point, col ink) {
	lo, hi := bounds(polygons)
	r := image.Rect(int(math.Floor(lo.x*c.scale)), int(math.Floor(lo.y*c.scale)), int(math.Ceil(hi.x*c.scale)), int(math.Ceil(hi.y*c.scale)))
	if r = r.Intersect(c.img.Rect); len(polygons) == 0 || r.Empty() {
		return
	}
	const large = 1 << 20 // a bent line far across the picture: piece by piece, to not rasterize the emptiness
	if len(polygons) > 1 && r.Dx()*r.Dy() > large {
		for i := range polygons {
			c.paint(polygons[i:i+1], col)
		}
		return
	}
	c.fill.Reset(r.Dx(), r.Dy())
	for _, poly := range polygons {
		for i, q := range poly {
			x, y := float32(q.x*c.scale-float64(r.Min.X)), float32(q.y*c.scale-float64(r.Min.Y))
			if i == 0 {
				c.fill.MoveTo(x, y)
				continue
			}
			c.fill.LineTo(x, y)
		}
		c.fill.ClosePath()
	}
	c.fill.DrawOp = draw.Over
	c.fill.Draw(c.img, r, image.NewUniform(col.rgba()), image.Point{})
}

func (c *pngCanvas) text(x, y float64, s string, t typeface) {
	face, err := c.face(t)
	if err != nil {
		c.err = err
		return
	}
	s = strings.Map(func(r rune) rune {
		if _, ok := c.ruler.advance(t.font, r); !ok {
			return '□'
		}
		return r
	}, s)
	at := fixed.Point26_6{X: fixed.Int26_6(x * c.scale * 64), Y: fixed.Int26_6(y * c.scale * 64)}
	d := xfont.Drawer{Dst: c.img, Src: image.NewUniform(t.color.rgba()), Face: face, Dot: at}
	d.DrawString(s)
}

func (c *pngCanvas) face(t typeface) (xfont.Face, error) {
	k := faceKey{t.font, t.size}
	if f, ok := c.faces[k]; ok {
		return f, nil
	}
	f, err := opentype.NewFace(c.ruler.fonts[t.font], &opentype.FaceOptions{Size: t.size * c.scale, DPI: 72, Hinting: xfont.HintingNone})
	if err == nil {
		c.faces[k] = f
	}
	return f, err
}
