import type { CodeWire, JoinedWire } from '#shared/features/cohorts/code-calls.ts'
import type { LocalDate } from '#shared/platform/times.ts'
import { personJson, staffNameOf } from '#server/features/chat/message.ts'
import { one, run } from '#server/platform/database/statement.ts'

const codeJson = (
  c: string,
) => `json_build_object('id', ${c}.id, 'code', ${c}.code, 'name', ${c}.name, 'seats', ${c}.seats,
  'ends_on', ${c}.ends_on, 'is_demo', ${c}.is_demo, 'created_at', unix(${c}.created_at), 'withdrawn_at', unix(${c}.withdrawn_at),
  'used', (select count(*) from enrolments_by_code e where e.code_id = ${c}.id),
  'author', (select ${personJson('a')} from users a where a.id = ${c}.author_id))`

const ofBrand = `streams s join courses c on c.id = s.course_id and c.brand_id = $2`

/** How a code begins, as it is stored, and part of its name; both empty for all. */
type Sought = { search: string; code: string }

const isSought = `k.stream_id = s.id
  and ($search = '' or $code <> '' and starts_with(k.code, $code) or strpos(lower(k.name), lower($search)) > 0)`

/** A page of the codes of a cohort of the brand, the newest first; undefined for another brand's cohort. */
export const findCodes = one<
  Sought & { cohortId: number; brandId: string; limit: number; offset: number },
  { codes: CodeWire[]; total: number }
>(
  'find-codes-of-cohort',
  `select (select count(*)::int from enrolment_codes k where ${isSought}) as total,
     (select coalesce(json_agg(${codeJson('p')} order by p.id desc), '[]') from (
       select * from enrolment_codes k where ${isSought} order by k.id desc limit $limit offset $offset) p) as codes
   from streams s join courses c on c.id = s.course_id and c.brand_id = $brandId where s.id = $cohortId`,
)

type NewCode = {
  cohortId: number
  code: string
  name: string
  seats: number | null
  endsOn: LocalDate | null
  isDemo: boolean
  authorId: number
  clientKey: string
  nowSeconds: number
}

/** Adds a code to a cohort; a repeated key adds nothing and answers the first one. Fails when another cohort has the code. */
export const insertCode = one<NewCode, { code: CodeWire; isNew: boolean }>(
  'insert-enrolment-code',
  `with made as (
     insert into enrolment_codes as known (stream_id, code, name, seats, ends_on, is_demo, author_id, client_key, created_at)
     values ($cohortId, $code, $name, $seats, $endsOn, $isDemo, $authorId, $clientKey, to_timestamp($nowSeconds::float8))
     on conflict (stream_id, author_id, client_key) do update set author_id = known.author_id
     returning *, xmax = 0 as is_new
   ) select ${codeJson('made')} as code, made.is_new as "isNew" from made`,
)

/** Withdraws a code of a cohort, once. */
export const setWithdrawn = one<
  [cohortId: number, codeId: number, nowSeconds: number],
  { code: CodeWire; isNew: boolean }
>(
  'withdraw-enrolment-code',
  `with before as (select id, withdrawn_at from enrolment_codes where id = $2 and stream_id = $1 for no key update
   ), withdrawn as (
     update enrolment_codes k set withdrawn_at = coalesce(k.withdrawn_at, to_timestamp($3::float8))
     from before where k.id = before.id returning k.*
   ) select ${codeJson('withdrawn')} as code, before.withdrawn_at is null as "isNew" from withdrawn, before`,
)

/** The latest thousand who joined by a code of a cohort of the brand; undefined when there is no such code. */
export const findJoined = one<[codeId: number, brandId: string, cohortId: number], { learners: JoinedWire[] }>(
  'find-joined-by-code',
  `select (select coalesce(json_agg(json_build_object('id', u.id, 'name', ${staffNameOf('u')}, 'joined_at', unix(e.joined_at))
       order by e.joined_at desc, u.id desc), '[]')
     from (select * from enrolments_by_code l where l.code_id = k.id order by l.joined_at desc, l.user_id desc limit 1000) e
     join users u on u.id = e.user_id) as learners
   from enrolment_codes k join ${ofBrand} on s.id = k.stream_id where k.id = $1 and k.stream_id = $3`,
)

/** A code with its cohort, and what the learner who has typed it has there. */
export type TypedCode = {
  id: number
  cohortId: number
  courseId: number
  courseVersion: number
  startsOn: LocalDate
  cohortEndsOn: LocalDate
  cohortSeats: number | null
  taken: number
  isWithdrawn: boolean
  endsOn: LocalDate | null
  seats: number | null
  used: number
  isDemo: boolean
  /** The learner's place in the cohort, taken out or not. */
  placeId: number | null
  isTakenOut: boolean
  /** Whether it is a demo that staff have neither opened wholly nor stopped. */
  hasOnlyDemo: boolean
}

/** What a code of the brand lets a learner join, which is over once its course is archived; nothing to the learner of a trial, whose author's cohorts are others. */
export const findTypedCode = one<[code: string, brandId: string, userId: number], TypedCode>(
  'find-typed-code',
  `select k.id, s.id as "cohortId", c.id as "courseId", c.version as "courseVersion", s.starts_on as "startsOn",
     s.ends_on as "cohortEndsOn", s.seats as "cohortSeats", k.withdrawn_at is not null or c.archived_at is not null as "isWithdrawn", k.ends_on as "endsOn",
     k.seats, k.is_demo as "isDemo",
     (select count(*)::int from user_streams us where us.stream_id = s.id and us.taken_out_at is null) as taken,
     (select count(*)::int from enrolments_by_code e where e.code_id = k.id) as used,
     own.id as "placeId", own.taken_out_at is not null as "isTakenOut",
     coalesce(own.is_demo and not own.course_full_access and own.stopped_at is null, false) as "hasOnlyDemo"
   from enrolment_codes k join ${ofBrand} on s.id = k.stream_id
   left join user_streams own on own.stream_id = s.id and own.user_id = $3
   where k.code = $1 and not exists (select from users t where t.id = $3 and t.is_trial)`,
)

/** Makes whoever changes the cohort of a code, joins it or archives its course wait for this transaction. */
export const lockCohortOfCode = one<[code: string, brandId: string], { id: number }>(
  'lock-cohort-of-code',
  `select s.id from enrolment_codes k join ${ofBrand} on s.id = k.stream_id where k.code = $1 for no key update of s for share of c`,
)

export const insertJoined = run<[codeId: number, userId: number, nowSeconds: number]>(
  'insert-enrolment-by-code',
  'insert into enrolments_by_code (code_id, user_id, joined_at) values ($1, $2, to_timestamp($3)) on conflict do nothing',
)
