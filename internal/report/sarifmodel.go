package report

// The parts of SARIF 2.1.0 (OASIS, 2020) that an audit has something to say in.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool            `json:"tool"`
		ColumnKind  string               `json:"columnKind"`
		Invocations []sarifInvocation    `json:"invocations"`
		Bases       map[string]sarifBase `json:"originalUriBaseIds"`
		Results     []sarifResult        `json:"results"`
		Properties  sarifRunProperties   `json:"properties"`
	}
	sarifRunProperties struct {
		Logs           int `json:"logs"`
		Events         int `json:"events"`
		ResultsLeftOut int `json:"resultsLeftOut"`
	}
	sarifBase struct {
		Description sarifText `json:"description"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Execution           []sarifNotification `json:"toolExecutionNotifications,omitempty"`
		Configuration       []sarifNotification `json:"toolConfigurationNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string              `json:"id"`
		Name             string              `json:"name"`
		ShortDescription sarifText           `json:"shortDescription"`
		FullDescription  sarifText           `json:"fullDescription"`
		Help             sarifText           `json:"help"`
		HelpURI          string              `json:"helpUri"`
		Default          sarifConfig         `json:"defaultConfiguration"`
		Properties       sarifRuleProperties `json:"properties"`
	}
	sarifRuleProperties struct {
		Tags      []string `json:"tags"`
		Precision string   `json:"precision"`
		Severity  string   `json:"problem.severity"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifResult struct {
		RuleID       string                 `json:"ruleId"`
		RuleIndex    int                    `json:"ruleIndex"`
		Level        string                 `json:"level"`
		Message      sarifText              `json:"message"`
		Locations    []sarifLocation        `json:"locations"`
		Related      []sarifLocation        `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string      `json:"partialFingerprints"`
		Baseline     string                 `json:"baselineState,omitempty"`
		Suppressions []sarifSuppression     `json:"suppressions,omitempty"`
		Properties   *sarifResultProperties `json:"properties,omitempty"`
	}
	sarifResultProperties struct {
		RelatedLeftOut int `json:"relatedLocationsLeftOut"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Status        string `json:"status"`
		Justification string `json:"justification"`
	}
	sarifLocation struct {
		ID       int            `json:"id,omitempty"`
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine  int32  `json:"startLine"`
		EndLine    int32  `json:"endLine,omitempty"`
		ByteOffset *int64 `json:"byteOffset,omitempty"`
		ByteLength *int64 `json:"byteLength,omitempty"`
	}
	sarifLogical struct {
		Name               string `json:"name"`
		FullyQualifiedName string `json:"fullyQualifiedName"`
		Kind               string `json:"kind"`
	}
)
