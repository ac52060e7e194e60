import type { MediaFileWire } from '#shared/features/media/contract.ts'

/** What lies in the store under a media item's key, by purpose; every path is relative to the key. */
export type MediaFiles = {
  mp4?: string
  hls?: string
  poster?: string
  large?: string
  medium?: string
  small?: string
  original?: string
  subtitles?: { language: string; name: string; path: string }[]
}

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

/** An item with its owner and how far it is; `secret` signs its addresses and never leaves the server. */
export type UploadedRow = MediaRow & {
  ownerId: number | null
  isPrivate: boolean
  status: MediaFileWire['status']
  progress: number
  failure: string | null
  secret: string
}

/** A part of a larger statement: the media item under the alias as JSON, an UploadedRow; null when there is none. */
export const mediaJson = (alias: string) => `case when ${alias}.id is not null then json_build_object(
  'id', ${alias}.id, 'key', ${alias}.key, 'type', ${alias}.type, 'name', ${alias}.name, 'mime', ${alias}.mime,
  'bytes', ${alias}.bytes, 'width', ${alias}.width, 'height', ${alias}.height, 'durationMs', ${alias}.duration_ms,
  'files', ${alias}.files, 'createdAt', unix(${alias}.created_at), 'ownerId', ${alias}.owner_id,
  'isPrivate', ${alias}.is_private, 'status', ${alias}.status, 'progress', ${alias}.progress,
  'failure', ${alias}.failure, 'secret', ${alias}.secret) end`

/** A part of a larger statement: the columns of an UploadedRow of the media item under the alias. */
export const mediaColumns = (alias: string) => `${alias}.id, ${alias}.key, ${alias}.type, ${alias}.name, ${alias}.mime,
  ${alias}.bytes, ${alias}.width, ${alias}.height, ${alias}.duration_ms as "durationMs", ${alias}.files,
  unix(${alias}.created_at) as "createdAt", ${alias}.owner_id as "ownerId", ${alias}.is_private as "isPrivate",
  ${alias}.status, ${alias}.progress, ${alias}.failure, ${alias}.secret`
