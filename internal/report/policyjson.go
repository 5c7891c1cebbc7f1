package report

import "github.com/traj-dev/traj/internal/policy"

type jsonPolicy struct {
	File         *string     `json:"file"`
	Baseline     *string     `json:"baseline"`
	Suppressions []jsonUse   `json:"suppressions"`
	Fixed        []jsonKnown `json:"fixed"`
}

type jsonUse struct {
	jsonSuppression
	Rule     *string `json:"rule"`
	Path     *string `json:"path"`
	Event    *string `json:"event"`
	Finding  *string `json:"finding"`
	Findings int     `json:"findings"`
	Expired  bool    `json:"expired"`
	Unused   bool    `json:"unused"`
}

type jsonKnown struct {
	Fingerprint string  `json:"fingerprint"`
	Rule        string  `json:"rule"`
	Name        string  `json:"name"`
	Severity    string  `json:"severity"`
	Log         string  `json:"log"`
	EventID     *string `json:"event_id"`
	Message     string  `json:"message"`
}

func policyJSON(e *End) jsonPolicy {
	return jsonPolicy{File: orNull(e.Policy), Baseline: orNull(e.Baseline), Suppressions: usesJSON(e.Uses), Fixed: knownJSON(e.Fixed)}
}

func usesJSON(uses []policy.Use) []jsonUse {
	out := []jsonUse{}
	for _, u := range uses {
		out = append(out, jsonUse{*suppressionJSON(u.Suppression), orNull(u.Rule), orNull(u.Path),
			orNull(u.Event), orNull(u.Finding), u.Findings, u.Expired, u.Unused()})
	}
	return out
}

func suppressionJSON(s *policy.Suppression) *jsonSuppression {
	if s == nil {
		return nil
	}
	return &jsonSuppression{s.Reason, orNull(s.Until), s.Origin.String()}
}

func knownJSON(entries []policy.Entry) []jsonKnown {
	out := []jsonKnown{}
	for _, k := range entries {
		out = append(out, jsonKnown{k.Fingerprint, k.Rule, k.Name, k.Severity, k.Log, orNull(k.EventID), k.Message})
	}
	return out
}
