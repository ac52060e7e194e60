import type { ConsultationStatus, ConsultationStep } from '#shared/features/videoconsultations/states.ts'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { returnScore } from '#server/features/points/queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import type { BookingParts } from '../booking/book.ts'
import { type ChangedRow, setStatus } from '../booking/change-queries.ts'
import { tellPeople, type Tidings } from '../tell-people.ts'

export type Change = { step: ConsultationStep; to: ConsultationStatus; tells: Tidings | null } & Partial<{
  reason: string
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

/** Changes where a consultation stands; what was paid comes back where it says so. Undefined when somebody else was faster. */
export async function applyChange(
  tx: Db,
  { brandId, now, language, jobs }: { brandId: string; now: number; language: string } & BookingParts,
  id: number,
  { step, to, tells, reason = '', missedBy, givesBack = false }: Change,
): Promise<ChangedRow | undefined> {
  const changed = await setStatus(tx, {
    id,
    brandId,
    from: statusesBefore[step] ?? [],
    to,
    reason,
    missedBy: missedBy ?? null,
    givesBack,
    nowSeconds: now / 1000,
    language,
  })
  if (!changed) return undefined
  if (givesBack && changed.points > 0) await returnScore(tx, changed.learner_id, changed.points, `video ${id}`)
  if (tells) await tellPeople(tx, jobs, changed, tells)
  return changed
}

/** Takes a step within a transaction, by somebody who is named in the log. Undefined when somebody else was faster. */
export async function takeStep(
  tx: Db,
  { user, ...given }: { user: Actor; now: number; language: string } & BookingParts,
  { id }: { id: number },
  what: Change,
): Promise<ChangedRow | undefined> {
  const changed = await applyChange(tx, { ...given, brandId: user.brandId }, id, what)
  if (!changed) return undefined
  const { step, to, reason, missedBy } = what
  const detail = { status: to, ...(reason && { reason }), ...(missedBy && { missedBy }) }
  await writeAudit(tx, user, { action: `consultation.${step}`, targetType: 'consultation', targetId: id, detail })
  return changed
}
