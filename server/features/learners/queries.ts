import type { LearnerWire, NoteWire } from '#shared/features/learners/contract.ts'
import { personJson, staffNameOf } from '#server/features/chat/message.ts'
import { completeDaysCount, type StreamRow, streamColumns, streamTables } from '#server/features/streams/queries.ts'
import { one } from '#server/platform/database/statement.ts'
import { type Asked, seesCard, seesCourse } from './learner-context.ts'

export type PlaceRow = StreamRow & { complete_days_count: number; cohort_id: number }

type Found = Omit<LearnerWire, 'answers' | 'places'> & { chosen: { name: string; value: string }[]; rows: PlaceRow[] }

/** SQL: the places of the person `u` that `which` selects, as PlaceRow, the latest first. */
const placesJson = (which: string) => `(select coalesce(json_agg(row_to_json(r) order by r.id desc), '[]') from (
  select ${streamColumns}, us.stream_id as cohort_id, ${completeDaysCount} as complete_days_count
  from ${streamTables} where us.user_id = u.id and ${which}) r)`

/** A learner with what they chose in the registration chat and the rows of their places, for a caller who may see the card. */
export const findLearner = one<Asked, Found>(
  'find-learner',
  `select u.id, ${staffNameOf('u')} as name, u.avatar, u.timezone,
     (select unix(max(s.seen_at)) from sessions s where s.user_id = u.id and s.impersonator_id is null) as seen_at,
     (select coalesce(json_agg(json_build_object('name', a.name, 'value', a.value)), '[]')
      from onboarding_answers a where a.user_id = u.id) as chosen,
     ${placesJson(seesCourse('us.course_id'))} as rows
   from users u where ${seesCard}`,
)

/** The zone of a learner and one of their places, for a caller who may see it. */
export const findPlace = one<Asked & { placeId: number }, { timezone: string; rows: PlaceRow[] }>(
  'find-place-of-learner',
  `select u.timezone, ${placesJson(`us.id = $placeId and ${seesCourse('us.course_id')}`)} as rows
   from users u where ${seesCard}`,
)

const noteJson = (
  n: string,
) => `json_build_object('id', ${n}.id, 'text', ${n}.text, 'created_at', unix(${n}.created_at),
  'edited_at', unix(${n}.edited_at), 'author', (select ${personJson('a')} from users a where a.id = ${n}.author_id))`

/** A page of the notes about a learner, the newest first, for a caller who may see the card. */
export const findNotes = one<Asked & { limit: number; offset: number }, { notes: NoteWire[]; total: number }>(
  'find-notes-of-learner',
  `select (select count(*)::int from learner_notes n where n.user_id = u.id) as total,
     (select coalesce(json_agg(${noteJson('p')} order by p.id desc), '[]') from (
       select * from learner_notes n where n.user_id = u.id order by n.id desc limit $limit offset $offset) p) as notes
   from users u where ${seesCard}`,
)

type Written = { text: string; nowSeconds: number }

/** Adds a note; a repeated key adds nothing. */
export const insertNote = one<Asked & Written & { clientKey: string }, { note: NoteWire; isNew: boolean }>(
  'insert-note-of-learner',
  `with added as (
     insert into learner_notes as known (user_id, author_id, text, client_key, created_at)
     select u.id, $userId::bigint, $text, $clientKey, to_timestamp($nowSeconds::float8) from users u where ${seesCard}
     on conflict (user_id, author_id, client_key) do update set author_id = known.author_id
     returning *, xmax = 0 as is_new
   )
   select ${noteJson('added')} as note, added.is_new as "isNew" from added`,
)

/** Holds a note about a learner; `isOwn` when the caller wrote it. */
export const lockNote = one<Asked & { noteId: number }, { isOwn: boolean; text: string }>(
  'lock-note-of-learner',
  `select n.author_id is not distinct from $userId::bigint as "isOwn", n.text
   from users u join learner_notes n on n.user_id = u.id where ${seesCard} and n.id = $noteId for no key update of n`,
)

/** Changes the text of a note. */
export const setNote = one<[id: number, text: string, nowSeconds: number], { note: NoteWire }>(
  'set-note-of-learner',
  `with n as (
     update learner_notes n set text = $2,
       edited_at = case when n.text = $2 then n.edited_at else to_timestamp($3::float8) end
     where id = $1 returning *
   ) select ${noteJson('n')} as note from n`,
)

export const deleteNote = one<[id: number], { id: number }>(
  'delete-note-of-learner',
  'delete from learner_notes where id = $1 returning id',
)
