import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import type { MediaRow } from '../media/media-row.ts'
import { pictureWire, videoWire } from '../media/wire.ts'

/** A file of a message, with how far its conversion is. */
export type MessageFileRow = MediaRow & {
  status: MediaFileWire['status']
  progress: number
  failure: string | null
}

/** A part of a larger statement: the media item under the alias as JSON, a MessageFileRow. */
export const messageFileJson = (media: string) => `json_build_object('id', ${media}.id, 'key', ${media}.key,
  'type', ${media}.type, 'name', ${media}.name, 'mime', ${media}.mime, 'bytes', ${media}.bytes, 'width', ${media}.width,
  'height', ${media}.height, 'durationMs', ${media}.duration_ms, 'files', ${media}.files,
  'createdAt', unix(${media}.created_at), 'status', ${media}.status, 'progress', ${media}.progress,
  'failure', ${media}.failure)`

/** A file of a message as the wire has it (MED-01); addresses only when it is done. */
export function messageFileWire(row: MessageFileRow): MediaFileWire {
  const isDone = row.status === 'DONE'
  const video = isDone && row.type === mediaTypeCodes.video ? videoWire(row) : undefined
  const picture = isDone && row.type === mediaTypeCodes.image ? pictureWire(row) : null
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    mime: row.mime,
    bytes: row.bytes,
    status: row.status,
    progress: row.progress,
    failure: row.failure,
    url: video?.url ?? picture?.large ?? null,
    urls: picture,
    mp4: video?.mp4 ?? null,
    m3u8: video?.m3u8 ?? null,
    preview: video?.preview ?? picture?.small ?? null,
    duration: row.durationMs / 1000,
    width: row.width,
    height: row.height,
  }
}

/** Why these files cannot be sent by a person; `found` are those of the wanted that are theirs (CHT-07, CHT-08). */
export function filesRefusal(
  wanted: readonly number[],
  found: readonly MessageFileRow[],
): 'files_uploading' | 'file_unusable' | undefined {
  const types: readonly number[] = [mediaTypeCodes.video, mediaTypeCodes.image]
  if (found.length !== wanted.length) return 'file_unusable'
  if (found.some(file => file.status === 'FAIL')) return 'file_unusable'
  if (found.some(file => file.status === 'NOT_UPLOADED')) return 'files_uploading'
  return found.every(file => types.includes(file.type)) ? undefined : 'file_unusable'
}
