/** One environment variable: how its text becomes a value. `read` throws an Error with the reason when the text is wrong. */
export type Setting<Value> = { fallback: string; meaning: string; read(text: string): Value }

export function setting<Value>(fallback: string, meaning: string, read: (text: string) => Value): Setting<Value> {
  return { fallback, meaning, read }
}

/** An address of one of the schemes, given with their colons; throws with `example` when it is none. */
export function address(text: string, schemes: string[], example: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !schemes.includes(url.protocol)) throw new Error(`must be an address like ${example}`)
  return url
}
