import { one, run } from '#server/platform/database/statement.ts'
import { mediaColumns, type UploadedRow } from './media-item.ts'

/** Holds a file of a school's library until the transaction ends; undefined for any other. */
export const lockLibraryFile = one<[brandId: string, id: number], UploadedRow>(
  'lock-library-file',
  `select ${mediaColumns('m')} from media m where m.id = $2 and m.brand_id = $1 and m.is_in_library for update`,
)

export const setLibraryName = run<[id: number, name: string]>(
  'set-library-name',
  'update media set name = $2 where id = $1',
)

/** Changes which files an item has; imported again, it is another one. */
export const setLibraryFiles = run<[id: number, files: string]>(
  'set-library-files',
  'update media set files = $2, source_hash = null, updated_at = now() where id = $1',
)

/** Removes a file of a library that no course uses or has used; what is stored of it follows (media_trash). */
export const deleteUnusedFile = run<[id: number]>(
  'delete-unused-file',
  'delete from media where id = $1 and not exists (select from media_uses u where u.media_id = $1)',
)

/** A film that could not be converted waits to be converted once more. */
export const setConvertedAgain = run<[id: number]>(
  'set-converted-again',
  `update media set status = 'UPLOADED', progress = 0, failure = null, updated_at = now() where id = $1`,
)
