import type { Db } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import { writeAudit } from './audit.ts'

/** Notes a new version of the actor's brand with what is another in it, by place. */
export function noteBrandChange(tx: Db, actor: Actor, version: number, detail: Record<string, unknown>) {
  return writeAudit(tx, actor, { action: 'brand.change', targetType: 'brand', targetId: version, detail })
}
