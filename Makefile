# The daily commands. CONTRIBUTING.md says when to use which.

.PHONY: build check test docs fuzz

# The tag leaves out the generator of the command line library, which we do not
# use and which compiles its expressions at every start.
build:
	CGO_ENABLED=0 go build -trimpath -tags urfave_cli_no_docs -o traj ./cmd/traj
	CGO_ENABLED=0 go build -trimpath -o traj-graphviz ./cmd/traj-graphviz

test:
	go test ./...

# All that has to hold before a push.
check:
	test -z "$$(gofmt -l $$(git ls-files '*.go'))"
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
	go test -race ./...

# Rewrites golden files and generated pages; read the diff.
docs:
	go test ./... -update

# A minute of fuzzing for each target.
fuzz:
	@for p in $$(go list ./...); do \
	  for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	    go test -run '^$$' -fuzz "^$$f$$" -fuzztime 60s $$p || exit 1; \
	  done; \
	done
