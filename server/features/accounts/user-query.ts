import { type Db, one } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'

type UserRow = UserWire & { figures: Partial<UserWire> }

/** A postponed demand does not count until its time. */
const isPhoneDemanded = `(u.is_require_phone_validate and coalesce(u.phone_demand_from <= now(), true))`

/** SQL: how many orders that friends invited by the user under `u` have paid, and not got back. */
export const ordersOfFriends = `(select count(*) from users r join orders o on o.user_id = r.id
  where r.referred_by = u.id and o.status in ('paid', 'overdue'))`

/**
 * One user in wire form; `figures` has exactly the expansions named in `asked`. What somebody gets back of orders are points.
 * Nothing gives a discount for inviting.
 */
const findUser = one<[userId: number, asked: readonly string[]], UserRow>(
  'find-user',
  `select u.id, u.email, u.username, u.first_name as name, u.last_name, u.city, u.gender, u.phone,
          u.is_phone_validated as "phoneValidated", ${isPhoneDemanded} as "requirePhoneValidate",
          u.birthday, u.instagram as instagram_id, u.is_notification_disabled::int as disable_notification,
          u.language_code, case u.language_code when 'ru' then 'ru-RU' when 'es' then 'es-ES' else 'en-US' end as locale,
          u.timezone, u.status, u.avatar, u.role, u.is_require_update_password, u.is_require_update_profile,
          u.is_require_email_validate, ${isPhoneDemanded} as is_require_phone_validate, u.segments, u.role = 'admin' as "isAdmin",
          u.password_hash is not null and not u.is_require_update_password as has_password,
          json_strip_nulls(json_build_object(
            'userExternalAuths', case when 'user_external_auths' = any($2) then
              (select coalesce(json_agg(json_build_object('id', a.id, 'source', a.source) order by a.id), '[]')
                 from user_external_auths a where a.user_id = u.id) end,
            'scores_amount', case when 'scores_amount' = any($2) then
              (select coalesce(sum(amount), 0) from user_scores where user_id = u.id) end,
            'viewed_hours', case when 'viewed_hours' = any($2) then
              (select round(coalesce(sum(l.viewed_seconds), 0) / 3600.0, 4) from lesson_statistics l
                 join user_streams s on s.id = l.user_stream_id where s.user_id = u.id) end,
            'viewed_lessons', case when 'viewed_lessons' = any($2) then
              (select count(distinct sl.lesson_id) from lesson_statistics l
                 join user_streams s on s.id = l.user_stream_id
                 join course_lesson_set_lessons sl on sl.id = l.lesson_set_lesson_id
                where s.user_id = u.id and l.viewed_seconds > 0) end,
            'completed_tasks', case when 'completed_tasks' = any($2) then
              (select count(*) from user_homeworks h join user_streams s on s.id = h.user_stream_id
                where s.user_id = u.id and h.status = 'DONE') end,
            'completed_courses', case when 'completed_courses' = any($2) then
              (select count(distinct s.course_id) from user_streams s join courses c on c.id = s.course_id
                where s.user_id = u.id and c.days_count > 0 and c.days_count <= (
                  select count(*) from day_statuses d
                    join course_days cd on cd.id = d.day_id and cd.archived_at is null
                   where d.user_stream_id = s.id and d.finished_at is not null
                )) end,
            'referral_orders', case when 'referral_orders' = any($2) then ${ordersOfFriends} end,
            'cashback', case when 'cashback' = any($2) then
              (select coalesce(sum(amount), 0) from user_scores
                where user_id = u.id and type in ('gift', 'order') and starts_with(source, 'order ')) end,
            'discount_for_referral', case when 'discount_for_referral' = any($2) then 0 end,
            'link_jumps', case when 'link_jumps' = any($2) then
              (select count(*) from referral_jumps where referrer_id = u.id) end
          )) as figures
     from users u where u.id = $1`,
)

/** The signed-in person as calls return them; undefined when the account is gone. */
export async function readUser(
  db: Db,
  { userId, impersonator }: Pick<Actor, 'userId' | 'impersonator'>,
  asked: readonly string[] = [],
): Promise<UserWire | undefined> {
  const found = await findUser(db, userId, asked)
  if (!found) return undefined
  const { figures, ...own } = found
  return { ...own, ...figures, impersonatedBy: impersonator ?? null }
}
