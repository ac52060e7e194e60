export type JsonText = { value: unknown } | { line: number; column: number; reason: string }

const token =
  /\s*(?:(?<punctuation>[{}[\],:])|(?<text>"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?<atom>true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.]))/y
const endOfText = /\s*$/y

/** Walks JSON by its grammar and stops at the first character that breaks it; engines do not report that place alike. */
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

  isAtEnd(): boolean {
    endOfText.lastIndex = this.at
    return endOfText.test(this.source)
  }
}

/** Reads JSON text; one that is not JSON answers the line and column (from 1) of the first character that does not fit. */
export function readJsonText(source: string): JsonText {
  try {
    return { value: JSON.parse(source) as unknown }
  } catch {
    const walk = new Walk(source)
    const missing = walk.value() ?? (walk.isAtEnd() ? 'JSON' : 'the end of the file')
    const gap = /^\s*/.exec(source.slice(walk.at))?.[0].length ?? 0
    const before = source.slice(0, walk.at + gap).split('\n')
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, reason: `expected ${missing}` }
  }
}
