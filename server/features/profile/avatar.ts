import { setAvatar } from './queries.ts'
import { readUser } from '#server/features/accounts/user-query.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { profile } from '#shared/features/profile/contract.ts'
import { deleteGivenOut, giveOutPicture } from '#server/features/media/queries.ts'

type ChangingAvatar = Context<'POST /user/avatar', (typeof profile)['calls']['POST /user/avatar']>

/** A person's picture is shown wherever they appear, so an unguessable key opens it without a session. */
export async function changeAvatar({ db, user, body, refuse }: ChangingAvatar) {
  const isSet = await db.inTransaction(tx => change(tx, user.userId, body.avatar_file_id))
  if (!isSet) return refuse('avatar_unusable', { fields: ['avatar_file_id'] })
  return (await readUser(db, user)) ?? refuse('not_signed_in')
}

/** Returns whether it changed. Null removes the picture; any previously published one is deleted. */
async function change(tx: Db, userId: number, fileId: number | null): Promise<boolean> {
  if (fileId === null) {
    await deleteGivenOut(tx, userId)
    await setAvatar(tx, userId, null)
    return true
  }
  const given = await giveOutPicture(tx, userId, fileId)
  if (!given) return false
  await setAvatar(tx, userId, `/media/${given.key}/${given.files.small}`)
  return true
}
