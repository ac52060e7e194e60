import { mediaFileWire, type UploadedRow } from '#server/features/media/media-item.ts'
import { positionsOf } from '#shared/features/banners/slots.ts'
import type { BannerWire } from '#shared/features/banners/wire.ts'
import { textsOf } from '#shared/features/billing/selling/selling.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { BannerRow } from './queries.ts'

/** The sizes of a banner's picture; null where it has none. */
export const imageOf = (picture: UploadedRow | null, now: number) => picture && mediaFileWire(picture, now).urls

/** A banner as the contract has it, at `now` (ms). */
export function bannerWire({ texts, picture, ...row }: BannerRow, language: Language, now: number): BannerWire {
  const { title, description } = textsOf(texts, language)
  return { ...row, title, text: description, positions: positionsOf(row.positionsIds), image: imageOf(picture, now) }
}
