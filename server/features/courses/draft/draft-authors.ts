import { one } from '#server/platform/database/statement.ts'
import { courses } from '#shared/features/courses/contract.ts'
import type { Authoring } from './draft.ts'

/** For how many seconds somebody is taken to be at a draft without having said so again. */
const presentForSeconds = 40

type AtDraft = {
  courseId: number
  brandId: string
  userId: number
  part: string | null
  now: number
  presentForSeconds: number
}

/** Notes where an author is; undefined where the brand has no such draft. `isNews` when the others do not know it yet. */
const touchAuthor = one<AtDraft, { isNews: boolean; others: { name: string; part: string | null }[] }>(
  'touch-draft-author',
  `with recent as (
     select a.user_id, a.part_id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, u.username) as name
     from course_draft_authors a join users u on u.id = a.user_id
     where a.course_id = $courseId and a.seen_at > to_timestamp($now / 1000.0) - make_interval(secs => $presentForSeconds)
   ), gone as (
     delete from course_draft_authors a where a.course_id = $courseId and a.user_id <> $userId
       and a.seen_at < to_timestamp($now / 1000.0) - interval '1 minute'
   ), own as (
     insert into course_draft_authors (course_id, user_id, part_id, seen_at)
     select d.course_id, $userId, $part, to_timestamp($now / 1000.0)
     from course_drafts d join courses c on c.id = d.course_id where d.course_id = $courseId and c.brand_id = $brandId
     on conflict (course_id, user_id) do update set part_id = excluded.part_id, seen_at = excluded.seen_at
     returning user_id, part_id
   )
   select not exists (
       select from recent r where r.user_id = own.user_id and r.part_id is not distinct from own.part_id
     ) as "isNews",
     (select coalesce(json_agg(json_build_object('name', r.name, 'part', r.part_id) order by r.name, r.user_id), '[]')
       from recent r where r.user_id <> own.user_id) as others
   from own`,
)

/** Says at which part an author is, and answers who else is at the draft. */
export async function meetAuthors(context: Authoring<'POST /studio/courses/:id/draft/authors'>) {
  const { db, user, params, body, now, refuse } = context
  const at = {
    courseId: params.id,
    brandId: user.brandId,
    userId: user.userId,
    part: body.part,
    now,
    presentForSeconds,
  }
  const { isNews, others } = (await touchAuthor(db, at)) ?? refuse('not_found')
  if (isNews) tellAuthors(context, params.id, 0)
  return others
}

/** After the commit: tells the others at a draft which revision its order has; 0 where only who is at it has changed. */
export function tellAuthors(
  { live, user }: Pick<Authoring<'POST /studio/courses'>, 'live' | 'user'>,
  courseId: number,
  revision: number,
) {
  live.signal(courses, 'draft', courseId, { user_id: user.userId, revision })
}
