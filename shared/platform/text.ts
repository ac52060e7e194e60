/** The length of a text in code points, as counters show it and the server measures it. */
export function textLength(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/**
 * Cuts `text` to `limit` code points, with the caret at `caret` (UTF-16 units): drops what was typed last, just before
 * the caret, so that the rest of a full text is never pushed out.
 */
export function withinLimit(text: string, caret: number, limit: number): { text: string; caret: number } {
  const surplus = textLength(text) - limit
  const before = Array.from(text.slice(0, caret))
  const after = Array.from(text.slice(caret))
  const kept = before.slice(0, Math.max(0, before.length - surplus)).join('')
  // Of what stands after the caret something is cut only where nothing before it is left.
  const rest = after.slice(0, limit).join('')
  return { text: kept + rest, caret: kept.length }
}

/** One line: no line breaks, tabs and control characters. */
export const linePattern = '^[^\\p{Cc}\\u2028\\u2029]*$'
/** Lines of text: of control characters only tabs and line breaks. */
export const linesPattern = '^[\\P{Cc}\\t\\r\\n]*$'

/** Whether a text has nothing visible. */
export function isBlank(text: string): boolean {
  return /^[\s\p{C}\p{Z}]*$/u.test(text)
}

type JsonText = { value: unknown } | { line: number; column: number; reason: string }

const token =
  /[ \t\r\n]*(?:(?<punctuation>[{}[\],:])|(?<text>"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?<atom>true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.]))/y

/** Walks JSON to the first wrong character, which engines do not report consistently. */
class Walk {
  at = 0
  private readonly source: string
  constructor(source: string) {
    this.source = source
  }

  next(): string | undefined {
    token.lastIndex = this.at
    const match = token.exec(this.source)
    if (!match) return undefined
    this.at = token.lastIndex
    return match.groups?.punctuation ?? (match.groups?.text ? 'text' : 'atom')
  }

  takes(wanted: string): boolean {
    const start = this.at
    if (this.next() === wanted) return true
    this.at = start
    return false
  }

  value(): string | undefined {
    if (this.takes('{')) return this.members('}', () => (this.takes('text') ? this.pairRest() : 'a name in quotes'))
    if (this.takes('[')) return this.members(']', () => this.value())
    return this.takes('text') || this.takes('atom') ? undefined : 'a value'
  }

  private pairRest(): string | undefined {
    return this.takes(':') ? this.value() : 'a colon'
  }

  private members(close: string, member: () => string | undefined): string | undefined {
    if (this.takes(close)) return undefined
    for (;;) {
      const missing = member()
      if (missing) return missing
      if (this.takes(close)) return undefined
      if (!this.takes(',')) return `a comma or ${close}`
    }
  }
}

/** Parses JSON; a syntax error gives the line and column (from 1) of the first wrong character. */
export function readJsonText(source: string): JsonText {
  try {
    return { value: JSON.parse(source) as unknown }
  } catch {
    const walk = new Walk(source)
    const missing = walk.value() ?? 'the end of the file'
    const gap = source.slice(walk.at).search(/[^ \t\r\n]|$/)
    const before = source.slice(0, walk.at + gap).split('\n')
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, reason: `expected ${missing}` }
  }
}

const base = 36
const shortest = 1
const longest = 26

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / length)
  let steps = 0
  for (; rest > ((base - shortest) * longest) / 2; steps += base) rest = Math.floor(rest / (base - shortest))
  return steps + Math.floor(((base - shortest + 1) * rest) / (rest + 38))
}

/** Decodes an `xn--` domain label (RFC 3492); undefined when it is malformed. */
export function decodedLabel(label: string): string | undefined {
  if (!/^xn--[a-z0-9-]+$/i.test(label)) return undefined
  const encoded = label.slice(4).toLowerCase()
  const split = encoded.lastIndexOf('-')
  const letters = Array.from(encoded.slice(0, Math.max(0, split)))
  let digits = encoded.slice(split + 1)
  let code = 128
  let bias = 72
  let position = 0
  while (digits) {
    const start = position
    for (let weight = 1, step = base; ; step += base) {
      const digit = Number.parseInt(digits.charAt(0), 36)
      if (Number.isNaN(digit)) return undefined
      // RFC 3492 counts a to z as 0 to 25 and 0 to 9 as 26 to 35, parseInt the other way round.
      const value = digit < 10 ? digit + 26 : digit - 10
      digits = digits.slice(1)
      position += value * weight
      const threshold = Math.max(shortest, Math.min(longest, step - bias))
      if (value < threshold) break
      weight *= base - threshold
    }
    const length = letters.length + 1
    bias = adapted(position - start, length, start === 0)
    code += Math.floor(position / length)
    if (code > 0x10ffff) return undefined
    position %= length
    letters.splice(position, 0, String.fromCodePoint(code))
    position += 1
  }
  return letters.join('')
}
