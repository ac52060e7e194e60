/** Computes at the first call, and answers the same from then on. */
export function once<Result>(compute: () => Result): () => Result {
  let known: { result: Result } | undefined
  return () => (known ??= { result: compute() }).result
}
