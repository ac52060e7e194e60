import type { Copy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import type { Language } from '#kit/copy/language.ts'
import type { CopyValues } from '#kit/copy/message.ts'
import { isLocalDate } from '#shared/platform/times.ts'
import type { AuditEntryWire } from '#shared/features/accounts/contract.ts'

/** Actions that have a sentence of their own; the log may contain others. */
export const knownActions = [
  'review.claim',
  'review.release',
  'review.verdict',
  'chat.owner',
  'chat.note',
  'note.add',
  'note.change',
  'note.remove',
  'message.edit',
  'consultation.open',
  'consultation.close',
  'consultation.cancel',
  'consultation.reopen',
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
  'user.hand_link',
  'user.withdraw',
  'user.block',
  'user.unblock',
  'user.signout',
  'user.impersonate',
  'user.export',
  'user.import',
  'user.password',
  'user.recompute',
  'user.erase',
  'second_factor.on',
  'second_factor.off',
  'second_factor.codes',
  'impersonation.start',
  'impersonation.write',
  'brand.change',
  'school.setup',
  'backup.make',
  'jobs.retry',
  'course.import',
  'course.export',
  'course.publish',
  'course.archive',
  'course.restore',
  'course.add',
  'course.draft_discard',
  'file.rename',
  'file.delete',
  'file.retry',
  'file.subtitles',
  'file.poster',
  'file.replace',
  'course.try',
  'course.experts',
  'cohort.open',
  'cohort.change',
  'cohort.delete',
  'code.add',
  'code.withdraw',
  'learner.enrol',
  'learner.move',
  'learner.freeze',
  'learner.unfreeze',
  'learner.extend',
  'learner.stop',
  'learner.resume',
  'learner.take_out',
  'learner.full_access',
  'service.add',
  'service.change',
  'service.show',
  'service.hide',
  'service.archive',
  'service.restore',
  'discount.add',
  'discount.change',
  'discount.archive',
  'discount.restore',
  'position.add',
  'position.change',
  'position.show',
  'position.hide',
  'position.move',
  'position.remove',
  'consultation.confirm',
  'consultation.decline',
  'consultation.complete',
  'consultation.miss',
  'consultation.move',
  'consultation.propose',
  'consultation.refuse',
  'consultation.place',
  'consultation.hours',
  'consultation.absence',
  'consultation.presence',
  'consultation.calendar',
  'consultation.kind',
  'consultation.hand_over',
  'club.add',
  'club.change',
  'club.faq',
  'club.remove',
  'club.mute',
  'club.unmute',
  'club_message.hide',
  'club_message.restore',
  'club_message.settle',
  'article.add',
  'article.change',
  'article.publish',
  'article.schedule',
  'article.withdraw',
  'article.remove',
  'announcement.add',
  'announcement.change',
  'announcement.send',
  'announcement.withdraw',
  'announcement.stop',
  'announcement.remove',
  'banner.add',
  'banner.change',
  'banner.show',
  'banner.hide',
  'banner.archive',
  'banner.remove',
  'order.add',
  'order.refund',
  'order.chargeback',
  'order.refund_failed',
  'payee.set',
  'payee.close',
  'terms.change',
  'order.test',
  'points.give',
  'points.take',
  'subscription.change',
  'instalments.change',
] as const

type KnownAction = (typeof knownActions)[number]

const isKnown = (action: string): action is KnownAction => knownActions.some(known => known === action)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const dates = ['on', 'starts_on', 'ends_on', 'start_date', 'end_date']

type Sentenced = Pick<AuditEntryWire, 'action' | 'target_type' | 'target_id' | 'detail'>

function valuesOf({ action, target_id: id, target_type: type, detail }: Sentenced, language: Language): CopyValues {
  const values: CopyValues = {}
  for (const [name, value] of Object.entries(detail))
    if (typeof value === 'number') values[name] = value
    else if (dates.includes(name) && typeof value === 'string' && isLocalDate(value))
      values[name] = formatLocalDate(value, language)
    else if (value !== null && value !== undefined) values[name] = textOf(value)
  return { ...values, action, type, id: String(id) }
}

/** What an entry tells, after who did it; an unknown action is shown by its raw names. */
export function auditSentence(t: Copy, entry: Sentenced): string {
  const { action } = entry
  return t(isKnown(action) ? `audit.${action}` : 'audit.other', valuesOf(entry, t.language))
}

const others = { command: 'audit.command', bank: 'audit.bank', clock: 'audit.clock' } as const

const isOther = (by: unknown): by is keyof typeof others => typeof by === 'string' && Object.hasOwn(others, by)

/** Who did what an entry tells: a name, or what stands for one. */
export function auditAuthor(t: Copy, { actor, detail }: Pick<AuditEntryWire, 'actor' | 'detail'>): string {
  const by = detail['by']
  return actor?.name ?? t(isOther(by) ? others[by] : 'audit.nobody')
}

export function auditDetail(detail: AuditEntryWire['detail']): [name: string, value: string][] {
  return Object.entries(detail).map(([name, value]) => [name, textOf(value)])
}
