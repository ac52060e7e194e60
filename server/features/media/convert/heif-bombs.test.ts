import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedDataFolder } from '#shared/platform/testing/shared-data.ts'
import { makePictures } from './make-pictures.ts'

const unpacked = (text: string) => gunzipSync(Buffer.from(text, 'base64'))

/** Black pictures as AVIF, gzipped: of 16000 × 16000 in 3.4 kB, of 16383 × 3600 in 1.3 kB, and a red one of 64 × 64. */
const huge = unpacked(
  'H4sIAK7UAmsC/2NgYJBJK6ksSCzLTGMAgtzMNEMQOzczEcS/lptaksgAAYoZKTlFUDZDQWZyCQMaUMrMyU8GMVwcGBiBEAR+QWkG' +
    'njIgoZyZmQe2BiwqCuSkMkF5iWUGhiAmX0FmSS5cSVhmQVEBkLbILEjOB5mSWGbo3GgP1iSSWVyQCjHcrgGCGQQKMisyQSLMHBwc' +
    'QEossyAX5n6gk5gbmZiBhtTlpiSWCDFwcdt/r6v/+XcJi4mUg9ETCQH2n4ZO5f///9j8QYEh8/wpre+SlXdDlfcviTiiXTw78tVT' +
    'RmuWUx/DXIozje4vVmzu/vG/nt1Yc8HiI5ZP+X5cnfNmLW/eHaO3BxMqXzzU92PaFjx54d8ZF88uiBLLXXFPuThlcuo+s+mis6dO' +
    'KZ3Sml//8gljnprqLxleQ4MMhFVTbM/dEuP05LtQ8s548/b1Si1+Ke5sZRs1/UWMlzme4TjdKsV4+9JV6dtuxxQ7m0oOlHcZrlzl' +
    'lJ2qs75h884tZbtOO78o/Ga7RaPrz6cmnYTHPw/pThebZnNy9qyX3hIxTUeW0M+mdHJtOnrx56OZSxY4hrHqN+ztTC3uD2MPb/63' +
    'zm7GlmQrC/tVC50z1S0XXc+9J/hGoC1D+fMDhEUzV3edPf6p687U9uWL/moUW2c2hLy8lupXy/3G9WV/w/GnQveDDOM9DC2/zpbW' +
    'dYkLLzud5L31W/TRfdkXttydu64+687lNztv/bbyZHLe46Ugb3Oq8p7N0d6DKrILr/PPKZv0If78KU2hk7OFTj5effv3FUZHRZv8' +
    'aVF8E180id2dEqc/7WqRo/18C69Vp7Z+31tztNhFizOMeRY3e2UVQ15/4xQ2kdUcM32q5LIOC/BFanCwszxdYP7rXaXnvuierds2' +
    'HGOznyzuRHML4ki2QHiLmOSbjON8rRK+T9fUeb+48GbRWX2rij2Snc1B7/e9ZON6fTF7TV6GvjjXbh7DjNGoGI2K0agYjYrRqBiN' +
    'itGoGDJREU/jqFCIoFUINdDOZNqEeW4DAGWtVu5wDQAA',
)
const wide = unpacked(
  'H4sIAK7UAmsC/2NgYJBJK6ksSCzLTGMAgtzMNEMQOzczEcS/lptaksgAAYoZKTlFUDZDQWZyCQMaUMrMyU8GMVwcGBiBEAR+QWkG' +
    'FnkgoZyZmQe2BiwqCuSkMkF5iWUGhiAmX0FmSS5cSVhmQVEBkLbILEjOB9I8iWWGzo32YE0imcUFqRDD7f8DNQoAGQIFmRWZIBFm' +
    'Dg4OICWWWZALcz/QScyNTMxAp6jnpiSWCDFwcdl/+//vwbcJAhcyjfo4JPg/JbW8////Y/oDB4aG86e0vktW3g1V3r8k4oh28ezI' +
    'V08ZrVlOfQxzKc40ur9Ysbn7x/96dmPNBYuPWD7l+/mn3s7Q7vortylSszx9iqtty14ETmT6vG+RytIKjscVTcni7ydkb7F0kkxc' +
    'branasXOCF7ZLV771vqy7jLnPRvWy/lSZ8OOTY2bnkWt0lZOrVhgUHnCoQ7hgim2526JcXryXSh5Z7x5+3qlFr8Ud7ayjZr+IsbL' +
    'HM9wnG6VYrx9NWSTwsT8w7NOqfLMNLrGm57W2KZ1w4vtgur5ot6SVcmMy1JYZB9wLBDLvHp7b1q3U8SqyeX//vPPXv0wt1BiUhYD' +
    'V/jar3GvRPlO51xb+KE88uHRB6P2j9o/kPYPsPUAiApejxkFAAA=',
)
const small = unpacked(
  'H4sIAK7UAmsC/2NgYJBJK6ksSCzLTGMAgtzMNEMQOzczEcS/lptaksgAAYoZKTlFUDZDQWZyCQMaUMrMyU8GMVwcGBiBEAR+QWkG' +
    'Bh0gVs7MzANbAxYVBXJSmaC8xDIDQxCTryCzJBeuJCyzoKgASFtkFiTnA2mexDJD50YFsCaRzOKCVKjhDlAsUJBZkQkSYObg4ABS' +
    'YpkFuTD3A53E3MjEDGSZ5KYklggxcHFaiNb/XcJiIuVgJCvplMxy+LzNZ0cFhvNnXJX2cds0B636tFr791SmogYAVWjUuCYBAAA=',
)

let folder: string
let photo: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-heif-'))
  photo = await readFile(join(sharedDataFolder, 'uploads/images/heif-example.heic'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The file with another size in each of its boxes that say how large a picture is. */
function claiming(file: Buffer, width: number, height: number): Buffer {
  const lying = Buffer.from(file)
  for (let at = lying.indexOf('ispe'); at >= 0; at = lying.indexOf('ispe', at + 1)) {
    lying.writeUInt32BE(width, at + 8)
    lying.writeUInt32BE(height, at + 12)
  }
  return lying
}

async function made(file: Buffer, format: 'avif' | 'heic') {
  const path = join(folder, 'file')
  await writeFile(path, file)
  return makePictures({ bytes: file.length, ownerId: 1 }, path, format, folder).catch(
    (error: { code?: string }) => error.code,
  )
}

const most = 2 ** 32 - 1
const bombs: [what: string, file: () => Buffer, format: 'avif' | 'heic'][] = [
  ['an AVIF of 256 million pixels in 3.4 kB', () => huge, 'avif'],
  ['one that claims to be small', () => claiming(huge, 100, 100), 'avif'],
  ['one whose claimed size would still be allowed', () => claiming(huge, 7000, 7000), 'avif'],
  ['one just within the limits in 1.3 kB', () => wide, 'avif'],
  ['a small AVIF that claims to be large', () => claiming(small, 7000, 7000), 'avif'],
  ['an AVIF without a size', () => claiming(small, 0, 0), 'avif'],
  ['a HEIC of the largest size that can be written', () => claiming(photo, most, most), 'heic'],
  ['a HEIC of 65535 × 65535', () => claiming(photo, 65_535, 65_535), 'heic'],
  ['a HEIC that claims to be large', () => claiming(photo, 7700, 7700), 'heic'],
  ['a HEIC that claims to be small', () => claiming(photo, 8, 8), 'heic'],
  ['a HEIC with a negative size', () => claiming(photo, 2 ** 31, 2), 'heic'],
  ['a HEIC without a size', () => claiming(photo, 0, 0), 'heic'],
]

test.each(bombs)('%s is refused at once, and the next picture is made', async (_what, file, format) => {
  const startedAt = performance.now()
  expect(await made(file(), format)).toMatch(/^(picture_too_big|file_broken)$/)
  expect(performance.now() - startedAt).toBeLessThan(25_000)
  expect(await made(small, 'avif')).toEqual({ width: 64, height: 64 })
})
