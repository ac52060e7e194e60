import { nameOf } from '#server/features/chat/message.ts'
import { mediaFileWire, mediaJson, type UploadedRow } from '#server/features/media/media-item.ts'
import { publishEvent } from '#server/platform/live/publishing.ts'
import { clubchat } from '#shared/features/clubchat/contract.ts'
import type { ClubMessageWire } from '#shared/features/clubchat/wire.ts'

/** A message as the contract has it, but for what depends on its reader: see `messageWire`. */
export type ClubMessageRow = Omit<ClubMessageWire, 'client_key' | 'files'> & {
  client_key: string
  files: UploadedRow[]
}

/** How much of a message a reply to it shows. */
const quoted = 200

/** SQL: the person under the alias `user` of users as members see them, as JSON. */
export const clubPersonJson = (user: string) =>
  `json_build_object('id', ${user}.id, 'name', ${nameOf(user)}, 'avatar', ${user}.avatar)`

/** SQL: the message under the alias `m` of club_messages as JSON, a ClubMessageRow. */
export const clubMessageJson = (m: string) => `json_build_object('id', ${m}.id, 'club_id', ${m}.community_id,
  'number', ${m}.number, 'message', ${m}.text, 'client_key', ${m}.client_key, 'is_hidden', ${m}.hidden_at is not null,
  'created_at', unix(${m}.created_at), 'updated_at', unix(${m}.updated_at),
  'author', (select ${clubPersonJson('mu')} from users mu where mu.id = ${m}.author_id),
  'reply_to', (select json_build_object('id', mr.id, 'number', mr.number, 'name', coalesce(${nameOf('ru')}, ''),
      'message', case when mr.hidden_at is null then left(mr.text, ${quoted}) else '' end,
      'absent', case when mr.author_id is null then 'erased' when mr.hidden_at is not null then 'hidden' end)
    from club_messages mr left join users ru on ru.id = mr.author_id where mr.id = ${m}.reply_to),
  'mentions', coalesce((select json_agg(json_build_object('id', nu.id, 'name', ${nameOf('nu')}) order by nu.id)
    from club_mentions mn join users nu on nu.id = mn.user_id where mn.message_id = ${m}.id), '[]'),
  'files', coalesce((select json_agg(${mediaJson('mm')} order by mf.sort)
    from club_message_files mf join media mm on mm.id = mf.media_id where mf.message_id = ${m}.id), '[]'))`

/** Who reads, and when (ms). */
type Reader = { userId: number; now: number }

/** A message as staff see it, hidden or not. */
export function wholeMessageWire(row: ClubMessageRow, { userId, now }: Reader): ClubMessageWire {
  return {
    ...row,
    client_key: row.author?.id === userId ? row.client_key : null,
    files: row.files.map(file => mediaFileWire(file, now)),
  }
}

/** A message as members see it: of a hidden one only that it is there. */
export function messageWire(row: ClubMessageRow, reader: Reader): ClubMessageWire {
  const shown = row.is_hidden ? { ...row, message: '', files: [], mentions: [], reply_to: null } : row
  return wholeMessageWire(shown, reader)
}

/** SQL: publishes a message that has changed to its club's room. */
export const publishClubMessage = (clubId: string, messageId: string) =>
  publishEvent(clubchat, 'club_message', clubId, { message_id: messageId })
