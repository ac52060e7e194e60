import fc from 'fast-check'

// A mutant is noticed by the first example that fails: a smaller one says no more. The same examples in every run give the same score.
fc.configureGlobal({ endOnFailure: true, seed: 2026 })
