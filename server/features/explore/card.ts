import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import type { BrandAsset } from '#server/features/brands/load-brands.ts'
import { readMark } from '#server/features/brands/read-mark.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import { RecentMemory } from '#server/platform/recent-memory.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { takeTurns } from '#server/platform/turns.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { StoredPicture } from './public-source.ts'

const width = 1200
const height = 630
/** In px: the tile with the school's mark, and the mark in it. */
const tile = { left: 48, top: 438, side: 144, mark: 96 }
/** As the largest picture of a course may be read. */
const mostPixels = 64_000_000
const keptBytes = 16 * 1024 * 1024

type Parts = {
  store: Pick<FileStore, 'read'>
  markOf(brand: Brand): Promise<BrandAsset | undefined>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Makes the pictures that stand with links to pages: one at a time, each once while it is remembered. */
export function openCards({ store, markOf, log }: Parts) {
  const known = new RecentMemory<Buffer>(keptBytes, ({ length }) => length)
  const inTurn = takeTurns(1)

  async function made(brand: Brand, picture: StoredPicture | undefined): Promise<Buffer> {
    const found = picture && (await store.read(picture.key, picture.path))
    const mark = await markOf(brand)
    const ground = found ? await cut(await buffer(found.content)) : plain(brand)
    const drawn = mark && (await readMark(mark.bytes, brand.id))
    const tiles = drawn ? [await tiled(drawn.png)] : []
    return ground
      .composite([...tiles, band(brand)])
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer()
  }

  return (brand: Brand, picture: StoredPicture | undefined): Promise<Buffer> => {
    const { theme, headerLogo } = brand.site
    const key = JSON.stringify([brand.id, theme.accent, headerLogo, picture])
    return known.recallOrMake(key, () =>
      inTurn(() =>
        made(brand, picture).catch(error => {
          log.warn({ err: error, picture }, 'The picture of a link could not be cut; it shows the school’s colour')
          return plain(brand)
            .composite([band(brand)])
            .jpeg()
            .toBuffer()
        }),
      ),
    )
  }
}

const cut = async (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).resize(width, height, {
    fit: 'cover',
    position: 'attention',
  })

const plain = ({ site: { theme } }: Brand) =>
  sharp({ create: { width, height, channels: 3, background: theme.accent } })

/** The colour of the school along the lower edge. */
const band = ({ site: { theme } }: Brand) => ({
  input: { create: { width, height: 12, channels: 3 as const, background: theme.accent } },
  left: 0,
  top: height - 12,
})

/** The school's mark on a light tile, so that it is seen on any picture. */
async function tiled(mark: Buffer) {
  const { left, top, side, mark: size } = tile
  const drawn = await sharp(mark).resize(size, size).png().toBuffer()
  const ground = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="28" fill="#fff"/></svg>`,
  )
  const input = await sharp(ground)
    .composite([{ input: drawn }])
    .png()
    .toBuffer()
  return { input, left, top }
}

/** Sends a picture, or 304 where it is known. */
export function sendCard(request: FastifyRequest, reply: FastifyReply, picture: Buffer | undefined) {
  if (!picture) return refuseCommon('not_found')
  const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`
  reply.headers({ etag, 'cache-control': 'public, max-age=3600' })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('image/jpeg').send(picture)
}
