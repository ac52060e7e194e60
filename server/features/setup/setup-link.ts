import { hashToken, newToken } from '#server/features/accounts/secrets.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { replaceCode } from './queries.ts'

/**
 * A link that sets up the school once, in place of the one before; undefined when somebody administers it already. Only its hash
 * is kept, so whoever starts Kurso has to be told.
 */
export async function newSetupLink(db: Db, publicUrl: string): Promise<string | undefined> {
  const code = newToken()
  const kept = await replaceCode(db, hashToken(code))
  return kept === 0 ? undefined : `${publicUrl}/admin/setup?code=${code}`
}
