import type { CopyKey } from '#kit/copy/copy.tsx'
import type { CopyValues } from '#kit/copy/message.ts'
import type { AuditEntryWire } from '#shared/features/accounts/contract.ts'

/** What staff do that has a sentence of its own; the log may hold more. */
export const knownActions = [
  'review.verdict',
  'chat.owner',
  'chat.note',
  'message.edit',
  'consultation.open',
  'consultation.close',
  'consultation_order.approve',
  'consultation_order.decline',
  'phrase.add',
  'phrase.change',
  'phrase.remove',
  'support.answer',
  'support.close',
  'support.reopen',
  'support.owner',
  'user.add',
  'user.change',
  'user.invite',
  'user.block',
  'user.unblock',
  'user.signout',
  'user.impersonate',
  'user.export',
  'user.erase',
  'impersonation.start',
  'impersonation.write',
  'brand.change',
] as const

type KnownAction = (typeof knownActions)[number]

const isKnown = (action: string): action is KnownAction => knownActions.some(known => known === action)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** An entry as a sentence: its copy and what goes into it. One of an unknown kind is told by its own names. */
export function auditSentence(entry: Pick<AuditEntryWire, 'action' | 'target_type' | 'target_id' | 'detail'>): {
  key: CopyKey
  values: CopyValues
} {
  const { action, target_id: id, target_type: type, detail } = entry
  const values: CopyValues = {}
  for (const [name, value] of Object.entries(detail))
    if (typeof value === 'number') values[name] = value
    else if (value !== null && value !== undefined) values[name] = textOf(value)
  Object.assign(values, { action, type, id: String(id) })
  return { key: isKnown(action) ? `audit.${action}` : 'audit.other', values }
}

/** What was set, by field, for those who want to see all of it. */
export function auditDetail(detail: AuditEntryWire['detail']): [name: string, value: string][] {
  return Object.entries(detail).map(([name, value]) => [name, textOf(value)])
}
