package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// drawingElements are those that a layout of Graphviz needs: no image, no
// script, no style sheet, no foreign object.
func drawingElements() map[string]bool {
	return map[string]bool{"svg": true, "g": true, "title": true, "a": true, "text": true, "tspan": true, "path": true, "polygon": true, "polyline": true,
		"ellipse": true, "circle": true, "rect": true, "line": true, "defs": true, "linearGradient": true, "radialGradient": true, "stop": true}
}

// checkSVG refuses an SVG that could run or fetch anything.
func checkSVG(svg []byte) error {
	allowed := drawingElements()
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("graphviz wrote no well-formed SVG: %w", err)
		}
		switch t := tok.(type) {
		case xml.ProcInst:
			if t.Target != "xml" {
				return fmt.Errorf("refused: the graph asks for a processing instruction %q", t.Target)
			}
		case xml.StartElement:
			if !allowed[t.Name.Local] {
				return fmt.Errorf("refused: the graph asks for an element %q", t.Name.Local)
			}
			if err := checkAttributes(t.Attr); err != nil {
				return err
			}
		}
	}
}

func checkAttributes(attrs []xml.Attr) error {
	for _, a := range attrs {
		name := strings.ToLower(a.Name.Local)
		if strings.HasPrefix(name, "on") {
			return fmt.Errorf("refused: the graph asks for an attribute %q", a.Name.Local)
		}
		if name == "href" && !safeLink(a.Value) {
			return fmt.Errorf("refused: the graph links to %q: only #fragments, http, https and mailto are drawn", a.Value)
		}
	}
	return nil
}

func safeLink(s string) bool {
	low := strings.ToLower(s)
	return strings.HasPrefix(s, "#") || strings.HasPrefix(low, "http://") || strings.HasPrefix(low, "https://") || strings.HasPrefix(low, "mailto:")
}
