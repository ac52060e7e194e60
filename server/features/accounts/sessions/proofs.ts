import { type Db, one, run } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'

/** How long a proof of who one is counts, in seconds. */
const freshSeconds = 5 * 60

const findProof = one<[sessionId: number, sinceSeconds: number], { isFresh: boolean }>(
  'find-proof',
  `select coalesce(proven_at >= to_timestamp($2), false) as "isFresh" from sessions where id = $1`,
)

/** Notes that the person has just proved who they are in this session. */
export const keepProof = run<[sessionId: number, nowSeconds: number]>(
  'keep-proof',
  'update sessions set proven_at = to_timestamp($2) where id = $1',
)

/** Whether the person has proved in this session within the last five minutes who they are. */
export async function isProven(db: Db, sessionId: number, now: number): Promise<boolean> {
  return (await findProof(db, sessionId, now / 1000 - freshSeconds))?.isFresh ?? false
}

type Asking = { db: Db; user: Actor; now: number; refuse(code: 'proof_needed'): never }

/** Refuses with `proof_needed` unless the person has proved within the last five minutes who they are. */
export async function requireProof({ db, user, now, refuse }: Asking): Promise<void> {
  if (!(await isProven(db, user.sessionId, now))) refuse('proof_needed')
}
