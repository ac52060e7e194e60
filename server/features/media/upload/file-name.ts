const longest = 120

/** The name an upload is shown under: the last part of what its person's device called it, in one line; never where it is stored. */
export function shownName(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1) ?? ''
  const line = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim()
  const whole = Array.from(line)
  const short = whole.length > longest ? [...whole.slice(0, longest - 11), '…', ...whole.slice(-10)].join('') : line
  return /^\.*$/.test(short) ? 'file' : short
}
