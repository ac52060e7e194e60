import type { ChatConsultations, Consultation } from '#shared/features/consultations/forms.ts'
import {
  areConsultationsOver,
  type ConsultationCounter,
  consultationCounter,
} from '#shared/features/consultations/rules.ts'

export type ConsultationState = {
  counter: ConsultationCounter
  isOpen: boolean
  isWaiting: boolean
  /** Whether one may be asked for now. */
  canOrder: boolean
  /** The latest closed one that has no rating. */
  toRate: Consultation | undefined
}

/** What the banner of a chat shows of its consultations; undefined when the course has nothing to do with them. */
export function consultationState(all: ChatConsultations): ConsultationState | undefined {
  const { consultations, orders, used, consultationLimit, maxConsultationCount } = all
  const counter = consultationCounter({ consultationLimit, maxConsultationCount }, used)
  if (counter.kind === 'none' && consultations.length === 0 && orders.length === 0) return undefined
  const isOpen = consultations.some(one => one.status === 'open')
  const isWaiting = orders.some(one => one.status === 'waiting')
  const isOver = areConsultationsOver({ maxConsultationCount }, { consultationLimit }, used)
  return {
    counter,
    isOpen,
    isWaiting,
    canOrder: !isOpen && !isWaiting && !isOver,
    toRate: consultations.filter(one => one.status === 'close').sort((one, other) => other.id - one.id)[0],
  }
}
