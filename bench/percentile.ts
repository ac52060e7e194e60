/** The value below which a part of the values lies; 0 when there are none. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(part * (sorted.length - 1))] ?? 0
}

/** Milliseconds with one decimal. */
export const rounded = (ms: number) => Math.round(ms * 10) / 10
