import type { Db } from '#server/platform/database/statement.ts'
import type { Actor, Caller } from '#server/platform/http/routes.ts'
import { writeAudit } from './audit.ts'

/** Notes that a member of staff is signed in as somebody now, and with what. */
export function noteStart(db: Db, impersonatorId: number, userId: number, { brandId, userAgent }: Caller) {
  const change = { action: 'impersonation.start', targetType: 'user', targetId: userId, detail: { device: userAgent } }
  return writeAudit(db, { userId: impersonatorId, brandId }, change)
}

/** Long polls come every few seconds and change nothing. */
const changesNothing = /\/live\/poll$/

/** Notes what a member of staff does as somebody else, before it is done. */
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
