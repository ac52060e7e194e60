import type { MediaFileWire } from '#shared/features/media/contract.ts'
import { mediaTypeFromCode } from '#shared/features/media/forms.ts'

/** The video that a new comment belongs to: the one shown, beside a picture the first one; undefined when there is none. */
export function videoToComment(
  files: readonly MediaFileWire[],
  shown: MediaFileWire | undefined,
): MediaFileWire | undefined {
  const isVideo = ({ type, status }: MediaFileWire) => mediaTypeFromCode(type) === 'video' && status === 'DONE'
  return shown && isVideo(shown) ? shown : files.find(isVideo)
}

/** The file so many places from the one shown, around the end; undefined when there is no other. */
export function fileBeside(
  files: readonly MediaFileWire[],
  shownId: number | undefined,
  by: 1 | -1,
): MediaFileWire | undefined {
  if (files.length < 2) return undefined
  const at = files.findIndex(({ id }) => id === shownId)
  return files[(at + by + files.length) % files.length]
}
