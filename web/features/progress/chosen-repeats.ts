/** The learner's choices of rounds in a stream, by lesson set id, kept on the device. */
export type ChosenRepeats = ReadonlyMap<number, number>

const keyOf = (streamId: number) => `repeats.${streamId}`

/** Reads kept choices; whatever is foreign or not a whole number of rounds is left out. */
export function parseRepeats(text: string | null): ChosenRepeats {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept !== 'object' || !kept || Array.isArray(kept)) return new Map()
    const entries = Object.entries(kept).map(([setId, count]) => [Number(setId), Number(count)] as const)
    return new Map(entries.filter(([setId, count]) => Number.isInteger(setId) && Number.isInteger(count) && count > 0))
  } catch {
    return new Map()
  }
}

export function loadRepeats(streamId: number): ChosenRepeats {
  try {
    return parseRepeats(localStorage.getItem(keyOf(streamId)))
  } catch {
    return new Map()
  }
}

export function keepRepeats(streamId: number, repeats: ChosenRepeats): void {
  try {
    localStorage.setItem(keyOf(streamId), JSON.stringify(Object.fromEntries(repeats)))
  } catch {
    // A browser that forbids storage keeps the choice until the page closes.
  }
}
