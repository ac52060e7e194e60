import { one } from '#server/platform/database/statement.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { PeopleContext } from './person-context.ts'
import { ownFiles } from '#server/features/media/queries.ts'
import { lockOne } from '#server/features/accounts/lock-person.ts'

/** Whose rows of a table are somebody's, with `$1` their id; `t` is the table. Columns in `hide` are secrets. */
type Exported = { where: string; hide?: readonly string[] }

const own = (column: string): Exported => ({ where: `t.${column} = $1` })
// By the e-mail of the account once it is proven: until then the questions may be somebody else's.
const askedAsVisitor = (request: string) => `(${request}.brand_id, ${request}.email) in (
  select brand_id, lower(email) from users where id = $1 and is_email_validated)`
const inOwnStreams = 't.user_stream_id in (select id from user_streams where user_id = $1)'
const inOwnChats = 't.chat_id in (select id from chats where user_id = $1)'
const ownMessages = `t.message_id in (select m.id from chat_messages m join chats c on c.id = m.chat_id
  where c.user_id = $1 or m.author_id = $1)`

/** All that is kept of a person, by table; a table that refers to people is here or among the reasons below, which a test sees to. */
export const exportedTables: Record<string, Exported> = {
  users: { where: 't.id = $1', hide: ['password_hash', 'search'] },
  sessions: { ...own('user_id'), hide: ['token_hash'] },
  media: { ...own('owner_id'), hide: ['secret'] },
  user_scores: own('user_id'),
  payment_subscriptions: own('user_id'),
  user_streams: own('user_id'),
  stream_freezes: { where: inOwnStreams },
  progress_events: { where: inOwnStreams },
  day_statuses: { where: inOwnStreams },
  lesson_statistics: { where: inOwnStreams },
  user_homeworks: { where: inOwnStreams },
  homework_attempts: {
    where: `t.user_homework_id in (select h.id from user_homeworks h join user_streams s on s.id = h.user_stream_id
      where s.user_id = $1) or t.reviewed_by = $1`,
  },
  chats: own('user_id'),
  chat_messages: { where: `${inOwnChats} or t.author_id = $1` },
  chat_message_files: { where: ownMessages },
  chat_notes: { where: `${inOwnChats} or t.author_id = $1` },
  saved_phrases: own('user_id'),
  consultations: { where: `${inOwnChats} or t.opened_by = $1` },
  consultation_orders: { where: `${inOwnChats} or t.decided_by = $1` },
  course_experts: own('user_id'),
  user_external_auths: own('user_id'),
  referral_jumps: { ...own('referrer_id'), hide: ['visitor'] },
  push_subscriptions: { ...own('user_id'), hide: ['auth', 'p256dh'] },
  reminders: own('user_id'),
  notices: own('user_id'),
  cookie_policies: own('user_id'),
  analytics_events: own('user_id'),
  demo_accesses: own('user_id'),
  support_requests: { where: `t.user_id = $1 or ${askedAsVisitor('t')}` },
  support_messages: {
    where: `t.request_id in (select r.id from support_requests r where r.user_id = $1 or ${askedAsVisitor('r')})
      or t.author_id = $1`,
  },
  audit_log: { where: `(t.target_type = 'user' and t.target_id = $1) or t.actor_id = $1` },
}

/** Tables that refer to people and are in no export, each with its reason. */
export const notExported: Record<string, string> = {
  transfer_tokens: 'Hashes of secrets that live for a minute',
  brand_overrides: 'What the school is like; that somebody changed it is in the audit log',
  social_attempts: 'Secrets of a sign-in that is under way, for minutes',
  notice_deliveries: 'How often a notice was tried; what it says is among the notices',
  one_time_codes: 'Hashes of secrets that live for minutes; the address is that of the account',
}

type Row = Record<string, unknown>

const parts = Object.entries(exportedTables).map(
  ([table, { where, hide = [] }]) => `select '${table}' as name, (
     select coalesce(json_agg(to_jsonb(t) - '{${hide.join(',')}}'::text[]), '[]') from ${table} t where ${where}) as rows`,
)

const readAll = one<[userId: number], { data: Record<string, Row[]> }>(
  'export-person',
  `select json_object_agg(name, rows) as data from (${parts.join('\n union all ')}) as tables`,
)

/** Everything that is kept of a person, by table, without secrets, and where their files are; that it was asked for is noted. */
export async function exportPerson({ db, user, params, now, refuse }: PeopleContext<'GET /studio/users/:id/export'>) {
  return db.inTransaction(async tx => {
    const { person } = await lockOne(tx, params.id, user.brandId, false)
    if (!person) return refuse('not_found')
    const all = await readAll(tx, person.id)
    const files = await ownFiles(tx, person.id, now)
    await writeAudit(tx, user, { action: 'user.export', targetType: 'user', targetId: person.id })
    return { exported_at: Math.floor(now / 1000), data: all?.data ?? {}, files }
  })
}
