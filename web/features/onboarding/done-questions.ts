/** Survives the end of a session, as drafts do: the same person goes on where they were. */
const nameOf = (userId: number) => `draft ${userId} onboarding`

/** The questions that were answered or skipped on this device, by name. */
export function doneQuestions(userId: number): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? '[]')
    return new Set(Array.isArray(names) ? names.filter(name => typeof name === 'string') : [])
  } catch {
    return new Set()
  }
}

/** Keeps them; none forgets the chat. A browser that forbids storage keeps them until the page closes. */
export function keepDone(userId: number, names: ReadonlySet<string>): void {
  try {
    if (names.size === 0) localStorage.removeItem(nameOf(userId))
    else localStorage.setItem(nameOf(userId), JSON.stringify([...names]))
  } catch {
    // The screen still holds them, and the account's status says how far the chat was.
  }
}
