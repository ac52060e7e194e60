import type { PersonRowWire } from './contract.ts'

type Account = Pick<PersonRowWire, 'id' | 'email' | 'role' | 'status' | 'blocked_at'>

/** What is done to many people at once, each as if alone. */
export type ChangeOfMany =
  | { kind: 'role'; role: PersonRowWire['role'] }
  | { kind: 'invite' }
  | { kind: 'block'; reason: string }
  | { kind: 'unblock' }

/** Why a change leaves somebody out, as far as it is known before. */
export const whyLeftOut = ['not_oneself', 'not_active', 'no_email'] as const
type WhyLeftOut = (typeof whyLeftOut)[number]

/** Why somebody cannot be sent an invitation or a link for a new password. */
export function whyNotInvited({ isActive, email }: { isActive: boolean; email: string | null }) {
  if (!isActive) return 'not_active'
  return email === null ? 'no_email' : undefined
}

/** What a change would do to somebody. Who makes it is left out: their own account is changed on its own page. */
export function outcomeOf(
  change: ChangeOfMany,
  { id, email, role, status, blocked_at: blockedAt }: Account,
  ownId: number,
): 'changed' | 'same' | WhyLeftOut {
  if (id === ownId) return 'not_oneself'
  switch (change.kind) {
    case 'role':
      return role === change.role ? 'same' : 'changed'
    case 'invite':
      return whyNotInvited({ isActive: blockedAt === null && status > 0, email }) ?? 'changed'
    case 'block':
      return blockedAt === null ? 'changed' : 'same'
    case 'unblock':
      return blockedAt === null ? 'same' : 'changed'
  }
}
