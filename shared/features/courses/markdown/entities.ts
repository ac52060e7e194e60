const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  larr: '←',
  uarr: '↑',
  rarr: '→',
  darr: '↓',
}

function character(code: number): string {
  const isReal = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isReal ? String.fromCodePoint(code) : '\ufffd'
}

/** Replaces HTML entities by their characters; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (typed, decimal, hex, name) => {
    if (decimal) return character(Number(decimal))
    if (hex) return character(Number.parseInt(hex, 16))
    return Object.hasOwn(named, name) ? (named[name] ?? typed) : typed
  })
}
