import { nameOf } from '#server/features/accounts/people-search.ts'
import { one } from '#server/platform/database/statement.ts'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { personColumns } from './list-people.ts'

const auditEntries = 20

/**
 * All about the account of one person of a brand, with live devices only. The log has what was done about them, their chats and
 * their submissions.
 */
export const findPerson = one<[id: number, brandId: string, nowSeconds: number], PersonWire>(
  'find-person',
  `select ${personColumns}, u.username, u.first_name, u.last_name, u.city, u.gender, u.birthday::text as birthday,
     u.instagram as instagram_id, u.language_code, u.timezone, u.is_email_validated as email_validated,
     u.is_phone_validated as phone_validated, u.password_hash is not null as has_password,
     exists (select from second_factors where user_id = u.id) as has_second_factor, u.block_reason,
     (select unix(c.expires_at) from one_time_codes c where c.user_id = u.id and c.inviter_id is not null
        and c.spent_at is null and c.expires_at > to_timestamp($3)) as invited_until,
     (select coalesce(json_agg(coalesce(s ->> 'name', s ->> 'title') order by place), '[]')
      from jsonb_array_elements(u.segments) with ordinality t(s, place)) as segments,
     u.is_require_update_password, u.is_require_update_profile, u.is_require_email_validate, u.is_require_phone_validate,
     (select coalesce(json_agg(json_build_object('id', s.id, 'app_type', s.app_type, 'user_agent', s.user_agent,
        'created_at', unix(s.created_at), 'seen_at', unix(s.seen_at),
        'has_push', exists (select from push_subscriptions ps where ps.session_id = s.id), 'expires_at', unix(session_end(s.expires_at, s.seen_at, u.role)),
        'impersonator', case when i.id is not null then json_build_object('id', i.id, 'name', ${nameOf('i')}) end)
        order by s.id desc), '[]')
      from sessions s left join users i on i.id = s.impersonator_id
      where s.user_id = u.id and session_end(s.expires_at, s.seen_at, u.role) > to_timestamp($3)) as sessions,
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
   from users u where u.id = $1 and u.brand_id = $2 and not u.is_trial`,
)
