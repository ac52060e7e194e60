import type { MediaFileWire, PictureWire, VideoWire } from '#shared/features/media/contract.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import { signedFolder } from './serve/signed-address.ts'

/** The files stored under a media item's key, by purpose; paths are relative to the key. */
export type MediaFiles = {
  mp4?: string
  hls?: string
  poster?: string
  /** The poster that a film came with or that was made of it, where another one was chosen. */
  ownPoster?: string
  large?: string
  medium?: string
  small?: string
  original?: string
  /** A recorded voice, and how loud it is over its length, from 0 to 100. */
  sound?: string
  waveform?: number[]
  subtitles?: { language: string; name: string; path: string }[]
}

/** A part of a film that is joined of several: from `at` ms of it, and no more than `most` ms of the part. */
export type FilmPart = { id: number; at: number; most: number }

export type MediaRow = {
  id: number
  key: string
  type: number
  name: string
  mime: string
  bytes: number
  width: number | null
  height: number | null
  durationMs: number
  files: MediaFiles
  /** Unix seconds. */
  createdAt: number
}

/** An item with its owner and progress; `secret` signs its addresses and never leaves the server. */
export type UploadedRow = MediaRow & {
  ownerId: number | null
  isPrivate: boolean
  status: MediaFileWire['status']
  progress: number
  failure: string | null
  /** Sent for the school's library, or taken into it. */
  isInLibrary: boolean
  /** A course that is brought in. */
  isArchive: boolean
  /** The item whose place it is to take, or has taken. */
  replacesId: number | null
  /** The uploads that a recording is joined of; null for all else. */
  parts: readonly FilmPart[] | null
  secret: string
}

/** SQL: the media item under the alias as JSON, an UploadedRow; null when there is none. */
export const mediaJson = (alias: string) => `case when ${alias}.id is not null then json_build_object(
  'id', ${alias}.id, 'key', ${alias}.key, 'type', ${alias}.type, 'name', ${alias}.name, 'mime', ${alias}.mime,
  'bytes', ${alias}.bytes, 'width', ${alias}.width, 'height', ${alias}.height, 'durationMs', ${alias}.duration_ms,
  'files', ${alias}.files, 'createdAt', unix(${alias}.created_at), 'ownerId', ${alias}.owner_id,
  'isPrivate', ${alias}.is_private, 'status', ${alias}.status, 'progress', ${alias}.progress,
  'failure', ${alias}.failure, 'isInLibrary', ${alias}.is_in_library, 'isArchive', ${alias}.is_archive,
  'replacesId', ${alias}.replaces_id, 'parts', ${alias}.parts, 'secret', ${alias}.secret) end`

/** SQL: the columns of an UploadedRow. */
export const mediaColumns = (alias: string) => `${alias}.id, ${alias}.key, ${alias}.type, ${alias}.name, ${alias}.mime,
  ${alias}.bytes, ${alias}.width, ${alias}.height, ${alias}.duration_ms as "durationMs", ${alias}.files,
  unix(${alias}.created_at) as "createdAt", ${alias}.owner_id as "ownerId", ${alias}.is_private as "isPrivate",
  ${alias}.status, ${alias}.progress, ${alias}.failure, ${alias}.is_in_library as "isInLibrary", ${alias}.is_archive as "isArchive",
  ${alias}.replaces_id as "replacesId", ${alias}.parts, ${alias}.secret`

/** SQL: a picture of a library that can be shown; not one that is to take the place of another, whose id stays. */
export const isShownPicture = (alias: string) =>
  `${alias}.is_in_library and ${alias}.type = 2 and ${alias}.status = 'DONE' and ${alias}.replaces_id is null`

/** Where a file of an item is served; `folder` is that of its signature. */
export function addressOf({ key }: Pick<MediaRow, 'key'>, path: string, folder?: string): string {
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

/** A picture in its sizes; the next larger one stands in for a missing size. */
export function pictureWire(media: Pick<MediaRow, 'key' | 'files'>): PictureWire {
  const { large, medium, small } = media.files
  const biggest = large ?? medium ?? small ?? ''
  const middle = medium ?? biggest
  return {
    large: addressOf(media, biggest),
    medium: addressOf(media, middle),
    small: addressOf(media, small ?? middle),
  }
}

/** A document's file as the contract of courses has it. */
export function documentWire(media: MediaRow): { type: string; url: string; fileName: string } {
  return { type: media.mime, url: addressOf(media, media.files.original ?? ''), fileName: media.name }
}

/**
 * An upload as the contract has it. It has addresses only when it is done; those of a private item are signed at `now` (ms)
 * for at least six hours.
 */
export function mediaFileWire(row: UploadedRow, now: number): MediaFileWire {
  const folder = row.isPrivate ? signedFolder(row, now) : undefined
  const { mp4, hls, poster, large, medium, small, original, sound, waveform } = row.status === 'DONE' ? row.files : {}
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
    url: at(mp4 ?? hls ?? sound) ?? biggest ?? at(original),
    urls,
    mp4: at(mp4),
    m3u8: at(hls),
    ...(waveform && { waveform }),
    preview: at(poster) ?? urls?.small ?? null,
    duration: row.durationMs / 1000,
    width: row.width,
    height: row.height,
  }
}
