import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import { RecentMemory } from '#server/platform/recent-memory.ts'
import { takeTurns } from '#server/platform/turns.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { BrandAsset } from '../load-brands.ts'
import { markSide, readMark } from '../read-mark.ts'
import { brightnessOf, type Drawing, outlineOf, tileWith } from './drawings.ts'

/**
 * What an icon is cut to: `own` is the mark as it is, `maskable` may lose all outside the middle circle of 80 % of its side,
 * `touch` is a full square that the device rounds.
 */
type Shape = 'own' | 'maskable' | 'touch'

type AppPicture = { side: number; shape: Shape } | { drawing: Drawing } | { outline: 'narrow' | 'wide' }

/** The pictures with which a device shows the app, by file name; sides in px. */
export const appPictures: Record<string, AppPicture> = {
  'icon-192.png': { side: 192, shape: 'own' },
  'icon-512.png': { side: 512, shape: 'own' },
  'maskable-192.png': { side: 192, shape: 'maskable' },
  'maskable-512.png': { side: 512, shape: 'maskable' },
  'touch-180.png': { side: 180, shape: 'touch' },
  'home-96.png': { drawing: 'home' },
  'homework-96.png': { drawing: 'homework' },
  'chat-96.png': { drawing: 'chat' },
  'download-96.png': { drawing: 'download' },
  'narrow.png': { outline: 'narrow' },
  'wide.png': { outline: 'wide' },
}

/** Raised when the same picture of a school is drawn in another way. */
const drawn = 1
const keptBytes = 8 * 1024 * 1024

/** Where a picture of the app is served; another mark or colour has another address. */
export function appPictureUrl({ id, site: { favicon, theme } }: Brand, file: string): string {
  const version = createHash('sha256')
    .update(JSON.stringify([drawn, id, favicon, theme.accent]))
    .digest('hex')
  return `/brands/app/${file}?v=${version.slice(0, 8)}`
}

type Parts = { markOf: (brand: Brand) => Promise<BrandAsset | undefined>; log: Pick<FastifyBaseLogger, 'warn'> }

/** Draws the pictures of the app of a school: one at a time, each once while it is remembered. Undefined for an unknown name. */
export function openAppPictures({ markOf, log }: Parts) {
  const known = new RecentMemory<Buffer>(keptBytes, ({ length }) => length)
  const inTurn = takeTurns(1)
  const marks = new RecentMemory<Buffer>(keptBytes, ({ length }) => length)
  const drawMark = async (brand: Brand): Promise<Buffer> => {
    const asset = await markOf(brand)
    const mark = asset && (await readMark(asset.bytes, brand.id))
    if (asset && !mark) log.warn({ brand: brand.id }, 'The icon of a school could not be read; the app shows a book')
    return mark?.png ?? png(sharp(tileWith('book', brand.site.theme, 22), { density: 384 }).resize(markSide, markSide))
  }
  const draw = async (brand: Brand, picture: AppPicture): Promise<Buffer> => {
    if ('drawing' in picture) return inTurn(() => png(sharp(tileWith(picture.drawing, brand.site.theme, 48))))
    const mark = await marks.recallOrMake(appPictureUrl(brand, 'mark'), () => drawMark(brand))
    return inTurn(() =>
      'outline' in picture ? outlined(brand, picture.outline, mark) : drawIcon(mark, brand.site.theme.accent, picture),
    )
  }
  return async (brand: Brand, file: string): Promise<Buffer | undefined> => {
    const picture = Object.hasOwn(appPictures, file) ? appPictures[file] : undefined
    return picture && known.recallOrMake(appPictureUrl(brand, file), () => draw(brand, picture))
  }
}

const png = (picture: Sharp) => picture.png({ compressionLevel: 9 }).toBuffer()

type Ground = { colour: string; isTile: boolean; isFull: boolean }

/**
 * What a mark stands on where nothing may be transparent: a tile goes on in its own colour; a mark without a ground gets a
 * white one, or the school's colour when it is white itself.
 */
async function groundOf(mark: Buffer, accent: string): Promise<Ground> {
  const { data, info } = await sharp(mark).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  const [middle, last] = [markSide / 2, markSide - 3]
  const edges = [at(middle, 2), at(middle, last), at(2, middle), at(last, middle)]
  const isFull = edges.every(([, , , alpha = 0]) => alpha > 250)
  const [first = []] = edges
  const isTile = isFull && edges.every(edge => edge.every((part, index) => Math.abs(part - (first[index] ?? 0)) <= 12))
  if (isTile) return { colour: hex(first), isTile, isFull }
  return { colour: isFull || isWhite(data) ? accent : '#ffffff', isTile, isFull }
}

const hex = (parts: readonly number[]) =>
  `#${parts
    .slice(0, 3)
    .map(part => part.toString(16).padStart(2, '0'))
    .join('')}`

/** Whether what can be seen of a picture, given as RGBA, would be lost on white. */
function isWhite(data: Buffer): boolean {
  let [sum, count] = [0, 0]
  for (let at = 0; at < data.length; at += 4 * 7) {
    if ((data[at + 3] ?? 0) < 128) continue
    sum += brightnessOf(hex([...data.subarray(at, at + 3)]))
    count++
  }
  return count > 0 && sum / count > 0.85
}

/** Which share of the side a mark takes. A square that fits the middle circle of 80 % has 0.56 of it. */
function shareOf({ isTile, isFull }: Ground, shape: Shape): number {
  if (shape === 'touch') return isFull ? 1 : 0.72
  if (isTile) return 0.8
  return isFull ? 1 : 0.56
}

async function drawIcon(mark: Buffer, accent: string, { side, shape }: { side: number; shape: Shape }) {
  if (shape === 'own') return png(sharp(mark).resize(side, side))
  const ground = await groundOf(mark, accent)
  const inner = Math.round(side * shareOf(ground, shape))
  const input = await sharp(mark).resize(inner, inner).png().toBuffer()
  const square = sharp({ create: { width: side, height: side, channels: 3, background: ground.colour } })
  return png(square.composite([{ input, gravity: 'centre' }]))
}

async function outlined({ site: { theme } }: Brand, form: 'narrow' | 'wide', mark: Buffer): Promise<Buffer> {
  const { svg, mark: place } = outlineOf(form, theme)
  const input = await sharp(mark).resize(place.side, place.side).png().toBuffer()
  return png(sharp(svg).composite([{ input, left: place.left, top: place.top }]))
}
