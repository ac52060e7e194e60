import type { CancelCause, ConsultationStatus, ConsultationStep } from '#shared/features/videoconsultations/states.ts'
import { type Author, writeAudit } from '#server/features/accounts/audit.ts'
import { returnScore } from '#server/features/points/queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { BookingParts } from '../booking/book.ts'
import { type ChangedRow, setStatus } from '../booking/change-queries.ts'
import { tellPeople, type Tidings } from '../tell-people.ts'

export type Change = { step: ConsultationStep; to: ConsultationStatus; tells: Tidings | null } & Partial<{
  reason: string
  cause: CancelCause
  missedBy: 'learner' | 'expert'
  givesBack: boolean
}>

const statusesBefore: Partial<Record<ConsultationStep, readonly ConsultationStatus[]>> = {
  confirm: ['pending'],
  decline: ['pending'],
  cancel: ['pending', 'confirmed'],
  complete: ['confirmed'],
  miss: ['confirmed'],
}

/**
 * Changes where a consultation stands, within a transaction, by somebody who is named in the log; what was paid comes back where it
 * says so. Undefined when somebody else was faster.
 */
export async function takeStep(
  tx: Db,
  { user, now, language, jobs }: { user: Author; now: number; language: string } & BookingParts,
  { id }: { id: number },
  { step, to, tells, reason = '', cause, missedBy, givesBack = false }: Change,
): Promise<ChangedRow | undefined> {
  const changed = await setStatus(tx, {
    id,
    brandId: user.brandId,
    from: statusesBefore[step] ?? [],
    to,
    reason,
    cause: cause ?? null,
    missedBy: missedBy ?? null,
    givesBack,
    nowSeconds: now / 1000,
    language,
  })
  if (!changed) return undefined
  if (givesBack && changed.points > 0) await returnScore(tx, changed.learner_id, changed.points, `video ${id}`)
  if (tells) await tellPeople(tx, jobs, changed, tells)
  const by = user.userId === null ? { by: 'clock' } : {}
  const detail = {
    status: to,
    ...(reason && { reason }),
    ...(cause && { cause }),
    ...(missedBy && { missedBy }),
    ...by,
  }
  await writeAudit(tx, user, { action: `consultation.${step}`, targetType: 'consultation', targetId: id, detail })
  return changed
}
