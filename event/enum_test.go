package event

import (
	"fmt"
	"testing"
)

// enum is what every enumeration of the package offers.
type enum interface {
	~uint8
	fmt.Stringer
}

// checkEnum: every value has a word of its own that leads back to it, and
// values beyond the last read as the zero value does, or as unknown.
func checkEnum[T enum](t *testing.T, count T, named func(string) (T, bool)) {
	t.Helper()
	seen := map[string]bool{}
	for v := range count {
		s := v.String()
		if seen[s] || s == "" && v != 0 {
			t.Errorf("%T %d is %q, which is not its own", v, uint8(v), s)
		}
		seen[s] = true
		if named == nil {
			continue
		}
		if got, ok := named(s); !ok || got != v {
			t.Errorf("%T: the word %q gives %d, %v", v, s, uint8(got), ok)
		}
	}
	if s := count.String(); s != T(0).String() && s != "unknown" {
		t.Errorf("%T %d is %q", count, uint8(count), s)
	}
	if named != nil {
		if _, ok := named("no such word"); ok {
			t.Errorf("%T takes any word", count)
		}
	}
}

func TestEnumsRoundTrip(t *testing.T) {
	checkEnum(t, kindCount, KindNamed)
	checkEnum(t, parentRefCount, ParentRefNamed)
	checkEnum(t, syntheticCount, SyntheticNamed)
	checkEnum(t, shapeCount, ShapeNamed)
	checkEnum(t, damageCount, DamageNamed)
	checkEnum(t, fileRoleCount, nil)
	checkEnum(t, typeCount, nil)
}

func TestAnswersCall(t *testing.T) {
	for k := range kindCount {
		want := k == KindResult || k == KindError || k == KindReject
		if k.AnswersCall() != want {
			t.Errorf("%s", k)
		}
	}
}
