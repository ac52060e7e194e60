/** A line of a spreadsheet: its number in the file, from 1, and its cells. */
export type CsvLine = { line: number; cells: string[] }

const delimiters = [',', ';', '\t'] as const

/** The character that most often divides the first line, outside quotes. */
function delimiterOf(text: string): string {
  const first = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n|\r/, 1)[0] ?? ''
  const counts = delimiters.map(delimiter => first.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Splits what a spreadsheet writes as CSV: any of three delimiters, quotes, any line ends. Empty lines are left out. */
export function parseCsv(text: string): CsvLine[] {
  const plain = text.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(plain)
  const pattern = /"((?:[^"]|"")*)"|(\r\n|\n|\r)|([,;\t])|[^",;\t\r\n]+|"/g
  const lines: CsvLine[] = []
  let [line, start, cell] = [1, 1, '']
  let cells: string[] = []
  const endLine = () => {
    cells.push(cell.trim())
    if (cells.some(one => one !== '')) lines.push({ line: start, cells })
    ;[cells, cell] = [[], '']
  }
  for (const [token, quoted, lineEnd] of plain.matchAll(pattern)) {
    if (lineEnd !== undefined) {
      endLine()
      line += 1
      start = line
    } else if (token === delimiter) {
      cells.push(cell.trim())
      cell = ''
    } else if (quoted === undefined) cell += token
    else {
      cell += quoted.replaceAll('""', '"')
      line += quoted.split(/\r\n|\n|\r/).length - 1
    }
  }
  endLine()
  return lines
}

/** The text of a file that a spreadsheet wrote: UTF-8 or UTF-16, or an older encoding of Cyrillic or of western Europe. */
export function spreadsheetText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(isCyrillic(bytes) ? 'windows-1251' : 'windows-1252').decode(bytes)
  }
}

/** Words in Cyrillic have no Latin letters; in western words most of the other letters stand beside one. */
function isCyrillic(bytes: Uint8Array): boolean {
  const isLatin = (byte = 0) => /[a-z]/i.test(String.fromCharCode(byte))
  const others = [...bytes.entries()].filter(([, byte]) => byte >= 0xc0)
  const besideLatin = others.filter(([at]) => isLatin(bytes[at - 1]) || isLatin(bytes[at + 1]))
  return besideLatin.length * 2 < others.length
}

/** What a spreadsheet would take for a formula is made a text. */
const asText = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

const quotedCell = (cell: string) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Lines as a CSV file that spreadsheets open in the right encoding. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return `\uFEFF${lines.map(cells => cells.map(cell => quotedCell(asText(cell))).join(',')).join('\r\n')}\r\n`
}
