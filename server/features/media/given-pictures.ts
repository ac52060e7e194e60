import { one, run } from '#server/platform/database/statement.ts'
import type { MediaFiles } from './media-row.ts'

/**
 * Gives an own picture out: from then on it opens to whoever has its unguessable key, and goes into no message any more; what
 * was given out before goes. Undefined for anything but a picture of one's own that is ready and in no message; of one that
 * was given out already nothing changes.
 */
export const giveOutPicture = one<[ownerId: number, id: number], { key: string; files: MediaFiles }>(
  'give-out-picture',
  `with given as (
     update media m set is_private = false, updated_at = now()
      where m.id = $2 and m.owner_id = $1 and m.status = 'DONE' and m.type = 2 and m.files ? 'small'
        and not exists (select from chat_message_files f where f.media_id = m.id)
     returning m.id, m.key, m.files
   ), gone as (
     delete from media o using given g where o.owner_id = $1 and not o.is_private and o.id <> g.id
   ) select key, files from given`,
)

/** Removes the pictures that somebody has given out; their files follow (media_trash). */
export const deleteGivenOut = run<[ownerId: number]>(
  'delete-given-out',
  'delete from media where owner_id = $1 and not is_private',
)
