import type { Db } from '#server/platform/database/statement.ts'
import { deleteUnusedUpload, lockOwnUpload } from './queries.ts'

/** Removes a person's own upload in a transaction; false where it is not there, or something refers to it. */
export async function removeUpload(tx: Db, id: number, ownerId: number): Promise<boolean> {
  const own = await lockOwnUpload(tx, id, ownerId)
  return own !== undefined && (await deleteUnusedUpload(tx, id)) !== undefined
}
