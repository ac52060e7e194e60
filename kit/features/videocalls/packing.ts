/** A description of a call is a tenth of this; a larger one is no description. */
const longestText = 200_000

/** JSON as gzip in base64: a description of 6 kB fits into a notice of the database. */
export async function pack(value: unknown): Promise<string> {
  const bytes = await read(new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('gzip')))
  return btoa(String.fromCharCode(...bytes))
}

/** What was packed; rejects when it is damaged or unfolds to more than a call needs. */
export async function unpack(text: string): Promise<unknown> {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  const unfolded = await read(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')))
  return JSON.parse(new TextDecoder().decode(unfolded))
}

async function read(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) continue
    length += value.length
    if (length > longestText) throw new RangeError('Too long for a call')
    parts.push(value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
