import type { StoredUpload, UploadPurpose } from '#kit/request/local-database.ts'
import { isNamedAsCourse, isNamedAsDocument } from './file-kind.ts'

/** Why a file is not for its purpose, by its bytes and its name; undefined when it is. */
export function strangeness(name: string, type: string | undefined, purpose?: UploadPurpose): string | undefined {
  if (purpose === 'course') return isNamedAsCourse(name) ? undefined : 'not_a_course_file'
  if (purpose === 'library') return type || isNamedAsDocument(name) ? undefined : 'not_for_library'
  return type ? undefined : 'not_photo_or_video'
}

/** An upload that ended; `code` says why. */
export const failed = (upload: StoredUpload, code: string): StoredUpload => ({
  ...upload,
  state: 'FAIL',
  failure: { code, message: '' },
})

/** An upload that ended, to be sent from its beginning: nothing of it counts as arrived. */
export function startedAfresh({
  failure: _failure,
  url: _url,
  mediaId: _mediaId,
  ...upload
}: StoredUpload): StoredUpload {
  return { ...upload, state: 'NOT_UPLOADED', isPaused: false, offset: 0, attempt: upload.attempt + 1 }
}

/** An upload that ended because its file was gone from the device, as before that: the server keeps what has arrived. */
export function withFileAgain({ failure: _failure, ...upload }: StoredUpload): StoredUpload {
  return { ...upload, state: 'NOT_UPLOADED', isPaused: false }
}

/** The upload that lost this very file, of those of its user. */
export function lostUpload(
  all: readonly StoredUpload[],
  file: File,
  purpose?: UploadPurpose,
): StoredUpload | undefined {
  return all.find(
    one =>
      one.failure?.code === 'file_needed' &&
      one.purpose === purpose &&
      one.name === file.name &&
      one.bytes === file.size &&
      one.modified === file.lastModified,
  )
}
