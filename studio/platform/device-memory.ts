/** What the studio keeps on the device; the learner app's own sign-out leaves names that begin so alone. */
const prefix = 'studio.'

/** A value the studio kept under this name, if it can still be read. */
export function recall<Value>(name: string): Value | undefined {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text) as Value)
  } catch {
    return undefined
  }
}

/** Keeps a value under a name; undefined forgets it. A browser that forbids storage keeps nothing. */
export function remember(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // The screen still holds it.
  }
}

/** Forgets everything the studio keeps on the device, drafts included. */
export function forgetAll(): void {
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  for (const name of names) if (name.startsWith(prefix)) localStorage.removeItem(name)
}
