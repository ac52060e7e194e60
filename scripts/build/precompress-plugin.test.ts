import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { precompress } from './precompress-plugin.ts'

test('text files get br and gz that open to the same bytes; pictures, tiny files and the manifest do not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'press '))
  const text = 'export const day = "calm"\n'.repeat(200)
  for (const inner of ['assets', '.vite']) mkdirSync(join(folder, inner))
  for (const name of ['assets/a.js', 'assets/b.png', '.vite/manifest.json']) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'tiny.css'), 'a{}')
  expect(await precompress(folder)).toBe(1)
  expect(gunzipSync(readFileSync(join(folder, 'assets/a.js.gz'))).toString()).toBe(text)
  expect(brotliDecompressSync(readFileSync(join(folder, 'assets/a.js.br'))).toString()).toBe(text)
  expect(readdirSync(join(folder, 'assets'))).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'b.png'])
  expect(readdirSync(folder)).toEqual(['.vite', 'assets', 'tiny.css'])
})
