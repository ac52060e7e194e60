/** Names with this prefix survive a sign-out in the learner app. */
const prefix = 'studio.'

/** Reads a stored value; undefined if there is none or it is broken. */
export function recall<Value>(name: string): Value | undefined {
  try {
    const text = localStorage.getItem(prefix + name)
    return text === null ? undefined : (JSON.parse(text) as Value)
  } catch {
    return undefined
  }
}

/** Stores a value; undefined removes it. */
export function remember(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(prefix + name)
    else localStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Without storage the value lasts as long as the screen.
  }
}

/** Deletes everything the studio keeps on the device, drafts included. */
export function forgetAll(): void {
  const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  for (const name of names) if (name.startsWith(prefix)) localStorage.removeItem(name)
}
