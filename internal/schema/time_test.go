package schema

import (
	"testing"

	"github.com/traj-dev/traj/event"
)

func TestMicros(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
	}{
		{"1970-01-01T00:00:00", 0}, {"1970-01-01T00:00:00.000001", 1}, {"1970-01-01T00:00:01.5+05:30", 1500000},
		{"2024-02-29T12:00:00Z", 1709208000000000}, {"1969-12-31T23:59:59", -1000000}, {"2000-03-01 00:00:00.1234567", 951868800123456},
		{"", event.NoTime}, {"2024-02-29", event.NoTime}, {"2024-13-01T00:00:00", event.NoTime}, {"2024-02-29T12:00:00.", event.NoTime},
		{"2024-02-29T12:00:00 UTC", event.NoTime}, {"2024-02-29T12:00:00+5", event.NoTime}, {"2024x02-29T12:00:00", event.NoTime},
	} {
		if got := Micros([]byte(c.text)); got != c.want {
			t.Errorf("%q: %d, want %d", c.text, got, c.want)
		}
	}
}
