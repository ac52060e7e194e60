import type { UserWire } from '#shared/features/accounts/contract.ts'
import type { UserStreamWire } from '#shared/features/streams/contract.ts'
import { addAccountCopy } from './copy.ts'

/** What the guards show instead of a screen, with what it says. */
export const loadStop = async () => (await Promise.all([import('./guarding/Stop.tsx'), addAccountCopy()]))[0]

/** What somebody without a stream of their own may use; asked for when nothing else is to do. */
export async function findPlan(user: UserWire, streams: UserStreamWire[]) {
  return (await import('./guarding/find-plan.ts')).findPlan(user, streams)
}
