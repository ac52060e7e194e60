import { expect, test } from 'vitest'
import { formatBytes } from '../upload-text.ts'
import { chunkAfter, firstChunk } from './chunk-size.ts'
import { typeOfHead } from './file-kind.ts'

const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))

test.each([
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF89a', 'image/gif'],
  ['RIFF\0\0\0\0WEBP', 'image/webp'],
  ['RIFF\0\0\0\0AVI ', 'video/x-msvideo'],
  ['\0\0\0\x18ftypheic', 'image/heic'],
  ['\0\0\0\x18ftypmif1', 'image/heic'],
  ['\0\0\0\x18ftypavif', 'image/avif'],
  ['\0\0\0\x18ftypisom', 'video/mp4'],
  ['\0\0\0\x14ftypqt  ', 'video/quicktime'],
  ['\0\0\0\x14ftyp3gp5', 'video/3gpp'],
  ['\0\0\0\x08wide\0\0\0\0', 'video/quicktime'],
  ['\x1aE\xdf\xa3', 'video/webm'],
  ['RIFF\0\0\0\0WAVE', undefined],
  ['\0\0\0\x18ftypM4A ', undefined],
  ['<svg xmlns=', undefined],
  ['%PDF-1.7', undefined],
  ['', undefined],
])('%j is %s by its bytes [CHT-07]', (head, type) => expect(typeOfHead(bytes(head))).toBe(type))

test('a chunk takes about four seconds: it shrinks on a slow network to 64 kB and grows back to 1 MB', () => {
  expect(firstChunk()).toBe(1_048_576)
  expect(chunkAfter(1_048_576, 16_000)).toBe(262_144)
  expect(chunkAfter(65_536, 60_000)).toBe(65_536)
  expect(chunkAfter(65_536, 1000)).toBe(131_072)
  expect(chunkAfter(1_048_576, 10)).toBe(1_048_576)
})

test.each([
  [1_073_741_824, 'en', '1 GB'],
  [52_428_800, 'ru', '50 МБ'],
  [1536, 'es', '1,5 kB'],
  [12, 'en', '12 bytes'],
] as const)('%d bytes in %s are %s [CHT-07]', (size, language, shown) => {
  expect(formatBytes(size, language)).toBe(shown)
})
