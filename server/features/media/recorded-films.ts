import { one, run, type Db } from '#server/platform/database/statement.ts'
import { newFileKey } from '#server/platform/storage/file-store.ts'
import { mediaTypeCodes } from '#shared/features/media/forms.ts'
import type { FilmPart } from './media-item.ts'
import { isUnseen } from './queries.ts'
import type { ReceivingDependencies } from './upload/receive-file.ts'

/**
 * Keeps a person's own video as a part of a recording, which it stays with from now on: it can be in no message. Undefined unless
 * it is theirs, has arrived and is used nowhere else; keeping it again changes nothing.
 */
export const keepForRecording = one<[id: number, ownerId: number, recordingId: number], { id: number }>(
  'keep-for-recording',
  `update media m set recording_id = $3, updated_at = now()
    where m.id = $1 and m.owner_id = $2 and m.is_private and m.type = ${mediaTypeCodes.video} and m.status in ('UPLOADED', 'DONE')
      and (m.recording_id = $3 or ${isUnseen})
   returning m.id`,
)

/** Deletes what a recording was joined of; its files follow (media_trash). */
export const deleteParts = run<[recordingId: number]>(
  'delete-recorded-parts',
  'delete from media where recording_id = $1 and parts is null',
)

/** Deletes all that is kept of a recording that cannot be watched. */
export const deleteRecorded = run<[recordingId: number]>('delete-recorded', 'delete from media where recording_id = $1')

/** Deletes a film that is not made yet; its parts stay. */
export const deleteFilm = run<[id: number]>(
  'delete-unmade-film',
  `delete from media where id = $1 and parts is not null and status = 'UPLOADED'`,
)

/** An upload that is a part of a recording, or may be one of which parts are still taken: it ended after `since` (Unix seconds). */
export const findPartToJoin = one<[id: number, since: number], { id: number }>(
  'find-part-to-join',
  `select m.id from media m where m.id = $1 and (m.recording_id is not null or exists (
     select from call_recording_sides s join call_recordings r on r.id = s.recording_id
     where s.user_id = m.owner_id and s.media_id is null and r.started_at is not null and r.finished_at is null
       and (r.ended_at is null or r.ended_at > to_timestamp($2::float8))))`,
)

const insertFilm = one<{ film: string }, { id: number; waiting: number }>(
  'insert-recorded-film',
  `insert into media (key, type, name, mime, files, brand_id, is_private, status, progress, recording_id, parts)
   select f.key, ${mediaTypeCodes.video}, f.name, 'video/mp4', '{}', f."brandId", true, 'UPLOADED', 0, f."recordingId", f.parts
     from json_to_record($film) as f(key text, name text, "brandId" text, "recordingId" bigint, parts jsonb)
   on conflict (recording_id) where parts is not null do nothing
   returning id, (select count(*)::integer from media o where o.status = 'UPLOADED' and o.parts is not null) as waiting`,
)

type Film = { recordingId: number; brandId: string; name: string; parts: readonly FilmPart[] }

/** Has the film of a recording made, in the turns of all conversions; there is one at most. */
export async function makeRecordedFilm(
  tx: Db,
  { convertLater }: Pick<ReceivingDependencies, 'convertLater'>,
  film: Film,
): Promise<void> {
  const made = await insertFilm(tx, { film: JSON.stringify({ key: newFileKey(), ...film }) })
  // Films of homework go before those of recordings, of which nobody waits for an answer.
  if (made) await convertLater(tx, made.id, made.waiting + 1)
}
