import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import { type BrandAsset, loadBrands } from '../load-brands.ts'
import { appPictures, appPictureUrl, openAppPictures } from './app-icons.ts'

const brands = await loadBrands(join(projectRoot, 'brands'))
const warn = vi.fn()

/** Draws with `asset` as the mark of the school; without one, as of a school whose picture is gone. */
function drawnWith(asset: BrandAsset | undefined, brand: Brand = brands.default) {
  const draw = openAppPictures({ markOf: async () => asset, log: { warn } })
  return async (file: string) => {
    const picture = (await draw(brand, file)) ?? Buffer.alloc(0)
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => {
      const from = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 4
      return [...data.subarray(from, from + 4)]
    }
    return { picture, width: info.width, height: info.height, at }
  }
}

const svg = (content: string) => ({
  mime: 'image/svg+xml',
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`),
})
const partsOf = (colour: string) => [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))

test.each(brands.list.map(brand => [brand.id, brand] as const))(
  'every picture of the app of %s is a PNG of its size [OFF-01, BRD-09]',
  async (_, brand) => {
    const drawn = drawnWith(brands.assets.get(brand.site.favicon), brand)
    for (const [file, picture] of Object.entries(appPictures)) {
      const made = await drawn(file)
      expect((await sharp(made.picture).metadata()).format).toBe('png')
      const named = Number(/-(\d+)\.png$/.exec(file)?.[1])
      if ('outline' in picture) {
        // As browsers take them: 320 to 3840 px, no side more than 2.3 times the other.
        const [long, short] = [Math.max(made.width, made.height), Math.min(made.width, made.height)]
        expect(short).toBeGreaterThanOrEqual(320)
        expect(long / short).toBeLessThanOrEqual(2.3)
        expect(made.width > made.height).toBe(picture.outline === 'wide')
      } else expect([made.width, made.height]).toEqual([named, named])
      expect((await sharp(made.picture).stats()).entropy, file).toBeGreaterThan(0.1)
    }
  },
)

test('nothing of what may be cut to any shape, and of the icon of a home screen, is transparent', async () => {
  for (const asset of [
    svg('<circle cx="32" cy="32" r="20" fill="#345"/>'),
    brands.assets.get('kurso.svg'),
    undefined,
  ]) {
    const drawn = drawnWith(asset)
    for (const file of ['maskable-192.png', 'maskable-512.png', 'touch-180.png']) {
      const { isOpaque } = await sharp((await drawn(file)).picture).stats()
      expect(isOpaque, file).toBe(true)
    }
  }
})

test('a tile goes on in its own colour; a mark without a ground stands within the middle circle, on white', async () => {
  const tile = drawnWith(svg('<rect width="64" height="64" rx="16" fill="#a01020"/><circle cx="32" cy="32" r="9"/>'))
  expect((await tile('maskable-512.png')).at(0, 0)).toEqual([0xa0, 0x10, 0x20, 255])
  expect((await tile('icon-512.png')).at(0, 0)[3]).toBe(0)
  const mark = drawnWith(svg('<path d="M0 0h24v64H0zM40 0h24v64H40z" fill="#123456"/>'))
  const { at } = await mark('maskable-512.png')
  expect([at(0, 0), at(0.5, 0.5)]).toEqual([
    [255, 255, 255, 255],
    [255, 255, 255, 255],
  ])
  // The corners of the mark are as far from the middle as may be.
  expect(at(0.5 - 0.27, 0.5 - 0.27)).toEqual([0x12, 0x34, 0x56, 255])
  expect(at(0.5 - 0.3, 0.5 - 0.3)).toEqual([255, 255, 255, 255])
})

test('a white mark is seen: it stands on the colour of the school', async () => {
  const drawn = drawnWith(svg('<circle cx="32" cy="32" r="24" fill="#fff"/>'))
  const { at } = await drawn('touch-180.png')
  expect(at(0, 0).slice(0, 3)).toEqual(partsOf(brands.default.site.theme.accent))
  expect(at(0.5, 0.5)).toEqual([255, 255, 255, 255])
})

test('a photo fills the whole icon, whatever its sides', async () => {
  const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#204060' } })
    .composite([{ input: { create: { width: 40, height: 12, channels: 3, background: '#e0c080' } }, gravity: 'north' }])
    .webp({ lossless: true })
    .toBuffer()
  const { at } = await drawnWith({ mime: 'image/webp', bytes: photo })('maskable-192.png')
  expect(at(0.02, 0.98).slice(0, 3)).toEqual([0x20, 0x40, 0x60])
})

test.each([
  ['is gone', undefined],
  ['is cut off', { mime: 'image/png', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }],
  ['is no picture', { mime: 'image/svg+xml', bytes: Buffer.from('<svg') }],
  ['is too large to be drawn', { mime: 'image/svg+xml', bytes: huge() }],
])('a school whose icon %s has a book on its own colour', async (_, asset) => {
  const { at, width } = await drawnWith(asset)('icon-192.png')
  expect(width).toBe(192)
  expect(at(0.5, 0.03).slice(0, 3)).toEqual(partsOf(brands.default.site.theme.accent))
})

function huge(): Buffer {
  return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"><path d="M0 0h9v9z"/></svg>')
}

test('another mark, colour or school has another address, and an unknown picture none', async () => {
  const other = structuredClone(brands.default)
  other.site.theme.accent = '#123456'
  const urls = [brands.default, other, brands.byId.get('face') ?? other].map(one => appPictureUrl(one, 'icon-192.png'))
  expect(new Set(urls).size).toBe(3)
  const draw = openAppPictures({ markOf: async () => undefined, log: { warn } })
  for (const file of ['icon-64.png', 'constructor', '__proto__', '../kurso.svg'])
    expect(await draw(brands.default, file)).toBeUndefined()
})
