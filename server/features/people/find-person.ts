import { one } from '#server/platform/database/statement.ts'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { nameOf, personColumns } from './list-people.ts'

const auditEntries = 20

/** All about one person of a brand, with live devices only and course titles in a language. */
export const findPerson = one<[id: number, brandId: string, language: string, nowSeconds: number], PersonWire>(
  'find-person',
  `select ${personColumns}, u.username, u.first_name, u.last_name, u.city, u.gender, u.birthday::text as birthday,
     u.instagram as instagram_id, u.language_code, u.timezone, u.is_email_validated as email_validated,
     u.is_phone_validated as phone_validated, u.password_hash is not null as has_password, u.block_reason,
     u.is_require_update_password, u.is_require_update_profile, u.is_require_email_validate, u.is_require_phone_validate,
     (select coalesce(json_agg(json_build_object('id', s.id, 'app_type', s.app_type, 'user_agent', s.user_agent,
        'created_at', unix(s.created_at), 'expires_at', unix(s.expires_at),
        'impersonator', case when i.id is not null then json_build_object('id', i.id, 'name', ${nameOf('i')}) end)
        order by s.id desc), '[]')
      from sessions s left join users i on i.id = s.impersonator_id
      where s.user_id = u.id and s.expires_at > to_timestamp($4)) as sessions,
     (select coalesce(json_agg(json_build_object('id', p.id,
        'course_title', coalesce(nullif(c.texts -> $3 ->> 'title', ''), nullif(c.texts -> 'en' ->> 'title', ''),
          c.texts -> c.languages[1] ->> 'title', ''),
        'starts_on', p.starts_on, 'ends_on', p.ends_on, 'is_demo', p.is_demo, 'days_count', c.days_count,
        'days_done', (select count(*) from day_statuses d
          join course_days cd on cd.id = d.day_id and cd.archived_at is null where d.user_stream_id = p.id and d.finished_at is not null))
        order by p.id desc), '[]')
      from user_streams p join courses c on c.id = p.course_id where p.user_id = u.id) as streams,
     (select coalesce(json_agg(a.entry order by a.id desc), '[]') from (
        select l.id, json_build_object('id', l.id, 'action', l.action, 'target_type', l.target_type,
          'target_id', l.target_id, 'detail', l.detail, 'created_at', unix(l.created_at),
          'actor', case when w.id is not null then json_build_object('id', w.id, 'name', ${nameOf('w')}) end) as entry
        from audit_log l left join users w on w.id = l.actor_id
        where l.target_type = 'user' and l.target_id = u.id order by l.id desc limit ${auditEntries}) a) as audit
   from users u where u.id = $1 and u.brand_id = $2`,
)
