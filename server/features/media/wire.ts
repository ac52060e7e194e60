import type { MediaFileWire, PictureWire, VideoWire } from '#shared/features/media/contract.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import type { MediaRow, UploadedRow } from './media-row.ts'
import { signedFolder } from './serve/signed-address.ts'

/** Where a file of an item is served; `folder` is that of its signature. */
function addressOf({ key }: MediaRow, path: string, folder?: string): string {
  return ['/media', key, ...(folder === undefined ? [] : [folder]), ...path.split('/').map(encodeURIComponent)].join(
    '/',
  )
}

/** A file as the contract has it. */
export function videoWire(media: MediaRow): VideoWire {
  const { mp4, hls, poster, subtitles = [] } = media.files
  const at = (path: string | undefined) => (path === undefined ? null : addressOf(media, path))
  return {
    id: media.id,
    type: media.type === mediaTypeCodes.video ? 'video' : 'other',
    created_at: media.createdAt,
    duration: media.durationMs / 1000,
    url: at(mp4 ?? hls),
    m3u8: at(hls),
    mp4: at(mp4),
    preview: at(poster),
    width: media.width,
    height: media.height,
    subtitles: subtitles.map(({ language, name, path }) => ({
      language_code: language,
      name,
      url: addressOf(media, path),
    })),
  }
}

/** A picture in its sizes; a size that is missing is the next larger one. */
export function pictureWire(media: MediaRow): PictureWire {
  const { large, medium, small } = media.files
  const biggest = large ?? medium ?? small ?? ''
  const middle = medium ?? biggest
  return {
    large: addressOf(media, biggest),
    medium: addressOf(media, middle),
    small: addressOf(media, small ?? middle),
  }
}

/** A document's file as the course tells of it. */
export function documentWire(media: MediaRow): { type: string; url: string; fileName: string } {
  return { type: media.mime, url: addressOf(media, media.files.original ?? ''), fileName: media.name }
}

/**
 * What somebody uploaded, as the wire has it; its addresses only when it is done, those of a private item signed at
 * `now` (ms) for at least six hours.
 */
export function mediaFileWire(row: UploadedRow, now: number): MediaFileWire {
  const folder = row.isPrivate ? signedFolder(row, now) : undefined
  const { mp4, hls, poster, large, medium, small, original } = row.status === 'DONE' ? row.files : {}
  const at = (path: string | undefined) => (path === undefined ? null : addressOf(row, path, folder))
  const biggest = at(large ?? medium ?? small)
  const middle = at(medium) ?? biggest
  const urls =
    biggest === null || middle === null ? null : { large: biggest, medium: middle, small: at(small) ?? middle }
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    mime: row.mime,
    bytes: row.bytes,
    status: row.status,
    progress: row.progress,
    failure: row.failure,
    url: at(mp4 ?? hls) ?? biggest ?? at(original),
    urls,
    mp4: at(mp4),
    m3u8: at(hls),
    preview: at(poster) ?? urls?.small ?? null,
    duration: row.durationMs / 1000,
    width: row.width,
    height: row.height,
  }
}
