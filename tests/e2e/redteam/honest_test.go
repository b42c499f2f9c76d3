package redteam

import (
	"testing"
	"time"
)

// The benchmark that the pull request is about: what it costs stands in cost.go.
func BenchmarkHonest(b *testing.B) {
	for i := 0; i < b.N; i++ {
		time.Sleep(cost)
	}
}
