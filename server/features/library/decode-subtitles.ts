/** Languages that files without a mark of their encoding are written in by Windows-1251. */
const cyrillic = new Set(['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'ky', 'tg', 'mn'])

/** The text of a file of subtitles in `language`: as its byte order mark says, as UTF-8, or in the old encoding of Windows. */
export function decodeSubtitles(bytes: Uint8Array, language: string): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const [primary = ''] = language.split('-')
    return new TextDecoder(cyrillic.has(primary) ? 'windows-1251' : 'windows-1252').decode(bytes)
  }
}
