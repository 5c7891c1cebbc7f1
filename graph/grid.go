package graph

// side is a set of the sides of a grid cell that a line leaves through.
type side uint8

const (
	north side = 1 << iota
	south
	west
	east
	bold // the line is of the active branch
)

// lineArt is the line drawing of a terminal: by the sides of a cell, thin and bold.
type lineArt struct {
	thin, bold [16]rune
	glyph      [glyphCount]rune
}

var unicodeArt = lineArt{
	thin:  [16]rune{' ', '╵', '╷', '│', '╴', '╯', '╮', '┤', '╶', '╰', '╭', '├', '─', '┴', '┬', '│'},
	bold:  [16]rune{' ', '╹', '╻', '┃', '╸', '┛', '┓', '┫', '╺', '┗', '┏', '┠', '━', '┻', '┳', '┃'},
	glyph: [glyphCount]rune{'●', '◉', '○', '▶', '▷', '◀', '◁', '✗', '⊘', '◆', '◇', '⏸', '·', '⋮'},
}

var asciiArt = lineArt{
	thin:  [16]rune{' ', ':', ':', ':', '-', '\'', '.', ':', '-', '\'', '.', ':', '-', '-', '-', ':'},
	bold:  [16]rune{' ', '|', '|', '|', '=', '+', '+', '|', '=', '+', '+', '|', '=', '+', '+', '|'},
	glyph: [glyphCount]rune{'S', 'U', 'o', '>', '?', '<', '%', 'x', '!', '#', '@', 'P', '.', '~'},
}

// grid tells for each line and lane which sides lines leave through.
func (d *drawing) grid() []side {
	g := make([]side, len(d.nodes)*d.lanes)
	for i := range d.edges {
		e := &d.edges[i]
		weight := side(0)
		if e.active {
			weight = bold
		}
		set := func(y, lane int32, s side) { g[int(y)*d.lanes+int(lane)] |= s | weight }
		across := func(y, from, to int32) {
			if from == to {
				return
			}
			set(y, from, east)
			for l := from + 1; l < to; l++ {
				set(y, l, east|west)
			}
			set(y, to, west)
		}
		across(e.from, d.nodes[e.from].lane, e.via)
		set(e.from, e.via, south)
		for y := e.from + 1; y < e.to; y++ {
			set(y, e.via, north|south)
		}
		set(e.to, e.via, north)
		across(e.to, e.via, d.nodes[e.to].lane)
	}
	return g
}
