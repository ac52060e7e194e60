import type { PictureWire, VideoWire } from '#shared/features/media/contract.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { type MediaRow } from './media-row.ts'

function addressOf({ key }: MediaRow, path: string): string {
  return `/media/${key}/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** MED-02. */
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

/** A document's file as the course tells of it (CRS-01). */
export function documentWire(media: MediaRow): { type: string; url: string; fileName: string } {
  return { type: media.mime, url: addressOf(media, media.files.original ?? ''), fileName: media.name }
}
