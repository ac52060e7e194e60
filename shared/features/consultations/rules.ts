type Limited = { consultationLimit: number | null | undefined }

/** A chat's counter: nothing, how many there are, how many are left, or that none is. */
export type ConsultationCounter =
  | { kind: 'none' }
  | { kind: 'maximum'; count: number }
  | { kind: 'left'; count: number }
  | { kind: 'over' }

/**
 * The counter of paid consultations. A course without a limit (0 means none) counts nothing; in one with a limit the stream's
 * `maxConsultationCount` is what the learner has.
 */
export function consultationCounter(
  { consultationLimit, maxConsultationCount }: Limited & { maxConsultationCount: number },
  used: number,
): ConsultationCounter {
  if (!consultationLimit) return { kind: 'none' }
  if (used === 0 && maxConsultationCount > 0) return { kind: 'maximum', count: maxConsultationCount }
  const count = maxConsultationCount - used
  return count > 0 ? { kind: 'left', count } : { kind: 'over' }
}

/** Whether no consultation is left: never in a course without a limit, also when the stream or the course is missing. */
export function areConsultationsOver(
  stream: { maxConsultationCount: number } | undefined,
  course: Limited | undefined,
  used: number,
): boolean {
  if (course && !course.consultationLimit) return false
  if (!stream || !course) return true
  return stream.maxConsultationCount - used <= 0
}
