import { type Db, many, run } from '#server/platform/database/statement.ts'
import type { Actor, Caller } from '#server/platform/http/routes.ts'
import type { AuditEntryWire } from '#shared/features/accounts/contract.ts'

const insertAudit = run<
  [brandId: string, actorId: number | null, action: string, targetType: string, targetId: number, detail: string]
>(
  'insert-audit',
  `insert into audit_log (brand_id, actor_id, action, target_type, target_id, detail)
   values ($1, $2, $3, $4, $5, $6)`,
)

type Change = {
  /** `thing.verb`, such as review.verdict. */
  action: string
  targetType: string
  targetId: number
  /** The new values by field; never a secret. */
  detail?: Record<string, unknown>
}

/** Who changed something: a member of staff, or null for a command on the server or what `by` in the detail names. */
export type Author = { userId: number | null; brandId: string }

/** Logs what a member of staff or a command changed; call it in the transaction of the change. */
export async function writeAudit(db: Db, actor: Author, { action, targetType, targetId, detail = {} }: Change) {
  await insertAudit(
    db,
    actor.brandId,
    actor.userId,
    action,
    targetType,
    targetId,
    JSON.stringify(actor.userId === null ? { by: 'command', ...detail } : detail),
  )
}

const insertAudits = run<
  [brandId: string, actorId: number, action: string, targetType: string, targetIds: readonly number[], detail: string]
>(
  'insert-audits',
  `insert into audit_log (brand_id, actor_id, action, target_type, target_id, detail)
   select $1, $2, $3, $4, unnest($5::bigint[]), $6`,
)

/** As `writeAudit`, a line for each of several targets. */
export async function writeAudits(
  db: Db,
  actor: { userId: number; brandId: string },
  { targetIds, detail = {}, ...change }: Omit<Change, 'targetId'> & { targetIds: readonly number[] },
) {
  const { action, targetType } = change
  await insertAudits(db, actor.brandId, actor.userId, action, targetType, targetIds, JSON.stringify(detail))
}

/** One page of a brand's log, newest first, with the total in each row; past the end, a single row without an id. */
export const listAudit = many<
  [brandId: string, action: string | null, actorId: number | null, limit: number, offset: number],
  (AuditEntryWire | { id: null }) & { total: number }
>(
  'list-audit',
  `with found as not materialized (
     select * from audit_log
     where brand_id = $1 and ($2::text is null or action = $2) and ($3::bigint is null or actor_id = $3))
   select counted.total, page.*
   from (select count(*)::int as total from found) counted
   left join (
     select f.id, f.action, f.target_type, f.target_id, f.detail, unix(f.created_at) as created_at,
            case when u.id is not null then json_build_object('id', u.id,
              'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, u.username)) end as actor
     from found f left join users u on u.id = f.actor_id
     order by f.id desc limit $4 offset $5
   ) page on true
   order by page.id desc`,
)

/** Logs that a member of staff has signed in as somebody, and from which device. */
export function noteStart(db: Db, impersonatorId: number, userId: number, { brandId, userAgent }: Caller) {
  const change = { action: 'impersonation.start', targetType: 'user', targetId: userId, detail: { device: userAgent } }
  return writeAudit(db, { userId: impersonatorId, brandId }, change)
}

/** Calls that change nothing although they are sent with POST; long polls arrive every few seconds. */
const changesNothing = /\/(live\/poll|enrolment\/check)$/

/** Logs what a member of staff does as somebody else, before it is done. */
export async function noteActingAs(db: Db, actor: Actor, route: string, address: string) {
  if (!actor.impersonator || changesNothing.test(route)) return
  const change = {
    action: 'impersonation.write',
    targetType: 'user',
    targetId: actor.userId,
    detail: { route, address },
  }
  await writeAudit(db, { userId: actor.impersonator.id, brandId: actor.brandId }, change)
}
