import { hasComeIn } from '#server/features/accounts/lock-person.ts'
import { one } from '#server/platform/database/statement.ts'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { courseTitles } from '#server/features/courses/course-memory.ts'
import {
  completeDaysCount,
  courseOf,
  type StreamRow,
  streamColumns,
  streamTables,
} from '#server/features/streams/queries.ts'
import { termsOn } from '#server/features/streams/stream-wire.ts'
import type { Database } from '#server/platform/database/database.ts'
import { effectiveEndsOn, streamStatus } from '#shared/features/streams/rules.ts'
import { localDate } from '#shared/platform/times.ts'
import { nameOf, personColumns } from './list-people.ts'

type Asked = { id: number; brandId: string; language: string; now: number }

/** All about one person of a brand, each course as they see it on their day at `now` (ms); undefined for a stranger. */
export async function personCard(db: Database, { id, brandId, language, now }: Asked): Promise<PersonWire | undefined> {
  const found = await findPerson(db, id, brandId, now / 1000)
  if (!found) return undefined
  const { rows, ...person } = found
  const titles = await courseTitles(db, rows.map(courseOf), language)
  const today = localDate(now, person.timezone)
  const streams = rows.map(row => ({
    id: row.id,
    cohort_id: row.cohort_id,
    course_title: titles.get(row.course_id) ?? '',
    starts_on: row.starts_on,
    ends_on: effectiveEndsOn({ startsOn: row.starts_on, endsOn: row.ends_on }, row.freezes),
    status: streamStatus(termsOn(row, today, person.timezone), today),
    is_demo: row.is_demo,
    days_done: row.complete_days_count,
    days_count: row.days_count,
  }))
  return { ...person, streams }
}

const auditEntries = 20

type Found = Omit<PersonWire, 'streams'> & { rows: (StreamRow & { complete_days_count: number; cohort_id: number })[] }

/**
 * All about one person of a brand, with live devices only, and the rows of their streams. The log has what was done about them,
 * their chats and their submissions.
 */
const findPerson = one<[id: number, brandId: string, nowSeconds: number], Found>(
  'find-person',
  `select ${personColumns}, u.username, u.first_name, u.last_name, u.city, u.gender, u.birthday::text as birthday,
     u.instagram as instagram_id, u.language_code, u.timezone, u.is_email_validated as email_validated,
     u.is_phone_validated as phone_validated, u.password_hash is not null as has_password,
     exists (select from second_factors where user_id = u.id) as has_second_factor, ${hasComeIn} as has_come_in, u.block_reason,
     (select unix(c.expires_at) from one_time_codes c where c.user_id = u.id and c.inviter_id is not null
        and c.spent_at is null and c.expires_at > to_timestamp($3)) as invited_until,
     u.is_require_update_password, u.is_require_update_profile, u.is_require_email_validate, u.is_require_phone_validate,
     (select coalesce(json_agg(json_build_object('id', s.id, 'app_type', s.app_type, 'user_agent', s.user_agent,
        'created_at', unix(s.created_at), 'expires_at', unix(session_end(s.expires_at, s.seen_at, u.role)),
        'impersonator', case when i.id is not null then json_build_object('id', i.id, 'name', ${nameOf('i')}) end)
        order by s.id desc), '[]')
      from sessions s left join users i on i.id = s.impersonator_id
      where s.user_id = u.id and session_end(s.expires_at, s.seen_at, u.role) > to_timestamp($3)) as sessions,
     (select coalesce(json_agg(row_to_json(r) order by r.id desc), '[]') from (
        select ${streamColumns}, us.stream_id as cohort_id, ${completeDaysCount} as complete_days_count
        from ${streamTables} where us.user_id = u.id) r) as rows,
     (select coalesce(json_agg(a.entry order by a.id desc), '[]') from (
        select l.id, json_build_object('id', l.id, 'action', l.action, 'target_type', l.target_type,
          'target_id', l.target_id, 'detail', l.detail, 'created_at', unix(l.created_at),
          'actor', case when w.id is not null then json_build_object('id', w.id, 'name', ${nameOf('w')}) end) as entry
        from audit_log l left join users w on w.id = l.actor_id
        where (l.target_type, l.target_id) in (
          select 'user', u.id union all select 'chat', k.id from chats k where k.user_id = u.id
          union all select 'review', t.id from homework_attempts t join user_homeworks uh on uh.id = t.user_homework_id
            join user_streams us on us.id = uh.user_stream_id where us.user_id = u.id)
        order by l.id desc limit ${auditEntries}) a) as audit
   from users u where u.id = $1 and u.brand_id = $2`,
)
