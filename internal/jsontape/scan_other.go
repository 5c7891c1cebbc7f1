//go:build !amd64 || purego

package jsontape

const vectors = false

func scan(*byte, int, int) (end int, flags uint64) { return -1, 0 }

func resolve(_, _ *byte, _ int) (in, out int) { return 0, 0 }
