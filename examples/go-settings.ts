/**
 * For `go run` in tests: it compiles Go's standard library first, which takes a third less without optimization, C and debug
 * information.
 */
export const goSettings = { CGO_ENABLED: '0', GOFLAGS: `'-gcflags=all=-N -l' '-ldflags=-s -w'` }
