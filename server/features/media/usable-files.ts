import { many, type Db } from '#server/platform/database/statement.ts'
import type { MediaFileWire } from '#shared/features/media/contract.ts'

const listOwnStatuses = many<
  [ownerId: number, ids: readonly number[]],
  { id: number; status: MediaFileWire['status'] }
>(
  'list-own-media-statuses',
  'select id, status from media where owner_id = $1 and id = any($2::bigint[]) and is_private',
)

/** Ids of files by what may be done with them; each wanted id is in exactly one list, in the order in which it was wanted. */
export type FilesByUse = {
  /** Of nobody, or of somebody else. */
  foreign: number[]
  /** Their bytes are not all here. */
  uploading: number[]
  failed: number[]
  /** Received, and being converted. */
  converting: number[]
  done: number[]
}

/** What a person may do with each of the files `ids`, in one statement: a message takes those converting and done (CHT-08, MED-03). */
export async function usableFiles(db: Db, ownerId: number, ids: readonly number[]): Promise<FilesByUse> {
  const statuses = new Map((await listOwnStatuses(db, ownerId, ids)).map(({ id, status }) => [id, status]))
  const wanted = [...new Set(ids)]
  const having = (status: MediaFileWire['status'] | undefined) => wanted.filter(id => statuses.get(id) === status)
  return {
    foreign: having(undefined),
    uploading: having('NOT_UPLOADED'),
    failed: having('FAIL'),
    converting: having('UPLOADED'),
    done: having('DONE'),
  }
}
