package graph

import "math"

// corner gives where the rounding of corner q begins, towards a, and ends,
// towards b.
func corner(a, q, b point, radius float64) (from, to point) {
	return towards(q, a, radius), towards(q, b, radius)
}

// towards is the point at most distance from q in the direction of p, and no
// further than half way.
func towards(q, p point, distance float64) point {
	dx, dy := p.x-q.x, p.y-q.y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return q
	}
	k := math.Min(distance/length, 0.5)
	return point{q.x + dx*k, q.y + dy*k}
}

// rounded replaces each corner of a line by points of a curve.
func rounded(points []point, radius float64) []point {
	const steps = 6
	if radius == 0 || len(points) < 3 {
		return points
	}
	out := []point{points[0]}
	for i := 1; i+1 < len(points); i++ {
		q := points[i]
		a, b := corner(points[i-1], q, points[i+1], radius)
		for s := 0; s <= steps; s++ {
			t := float64(s) / steps
			u := 1 - t
			out = append(out, point{u*u*a.x + 2*u*t*q.x + t*t*b.x, u*u*a.y + 2*u*t*q.y + t*t*b.y})
		}
	}
	return append(out, points[len(points)-1])
}

// arcOf is a circle as a polygon.
func arcOf(c point, radius float64) []point {
	const steps = 32
	out := make([]point, steps)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / steps)
		out[i] = point{c.x + radius*cos, c.y + radius*sin}
	}
	return out
}

func roundedRect(x, y, w, h, radius float64) []point {
	if radius == 0 {
		return []point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
	}
	radius = math.Min(radius, math.Min(w, h)/2)
	const steps = 8
	var out []point
	for q, c := range [4]point{{x + w - radius, y + h - radius}, {x + radius, y + h - radius}, {x + radius, y + radius}, {x + w - radius, y + radius}} {
		for s := 0; s <= steps; s++ {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(q) + float64(s)/steps))
			out = append(out, point{c.x + radius*cos, c.y + radius*sin})
		}
	}
	return out
}

// outline turns a line of some width into polygons: one for each piece, and a
// disc at each joint. dash is the length of dashes, 0 for none.
func outline(points []point, width, dash float64, closed bool) [][]point {
	var out [][]point
	at := 0.0 // how far along the line
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		for from := 0.0; from < length; {
			to, on := length, true
			if dash > 0 {
				period := math.Floor((at+from)/dash + 1e-9)
				to, on = math.Min(length, (period+1)*dash-at), int(period)%2 == 0
			}
			if to <= from {
				to = length
			}
			if on {
				out = append(out, bar(along(a, b, from/length), along(a, b, to/length), width))
			}
			from = to
		}
		if dash == 0 && (closed || i+1 < len(points)) {
			out = append(out, arcOf(b, width/2))
		}
		at += length
	}
	return out
}

func along(a, b point, t float64) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }

// bar is a straight line of some width, turning like arcOf.
func bar(a, b point, width float64) []point {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	nx, ny := -(b.y-a.y)/length*width/2, (b.x-a.x)/length*width/2
	return []point{{a.x - nx, a.y - ny}, {b.x - nx, b.y - ny}, {b.x + nx, b.y + ny}, {a.x + nx, a.y + ny}}
}

func bounds(polygons [][]point) (lo, hi point) {
	lo, hi = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, poly := range polygons {
		for _, q := range poly {
			lo, hi = point{math.Min(lo.x, q.x), math.Min(lo.y, q.y)}, point{math.Max(hi.x, q.x), math.Max(hi.y, q.y)}
		}
	}
	return lo, hi
}
