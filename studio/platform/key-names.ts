/** What of a keyboard event says which key it was. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const punctuation: Record<string, [plain: string, shifted: string]> = {
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
}

/**
 * The name of a pressed key, the same on every keyboard: on a Cyrillic one the letters and the three keys right of M are
 * named by their place, on any Latin one letters by what they write. `mod+` stands for Ctrl or Command.
 */
export function keyName(press: KeyPress): string {
  const plain = plainName(press)
  return press.ctrlKey || press.metaKey ? `mod+${plain}` : press.altKey ? `alt+${plain}` : plain
}

function plainName({ key, code, shiftKey }: KeyPress): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter && key.length === 1) return letter.toLowerCase()
  if (key === '/' || key === '?') return key
  const [unshifted, shifted] = punctuation[code] ?? []
  if (unshifted && key.length === 1) return (shiftKey ? shifted : unshifted) ?? key
  if (key === ' ') return 'Space'
  return key
}
