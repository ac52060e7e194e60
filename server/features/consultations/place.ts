import type { Db } from '#server/platform/database/statement.ts'
import type { Actor, Caller, Context } from '#server/platform/http/routes.ts'
import type { ChatConsultationsWire, consultations } from '#shared/features/consultations/contract.ts'
import { configIn } from '#shared/features/brands/rules.ts'
import { areConsultationsOver } from '#shared/features/consultations/rules.ts'
import { isExpertMessageEnabled } from '#shared/features/streams/rules.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { type ConsultationPlace, findConsultationPlace } from './queries.ts'

type Calls = (typeof consultations)['calls']

/** What the handler of a consultation call is given. */
export type ConsultationContext<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

type Target = Partial<{
  chatId: number
  consultationId: number
  orderId: number
  clientKey: string
  startMessageId: number
}>

/**
 * Finds a chat of the person by its id, or by a consultation or an order in it; undefined when it is not theirs, or when
 * their brand has no consultations in this kind of app.
 */
export type FindPlace = (
  db: Db,
  asking: { user: Actor; caller: Caller },
  target: Target,
) => Promise<(ConsultationPlace & { side: 'learner' | 'expert' }) | undefined>

export function placeFinder(brands: Brands): FindPlace {
  const nothing = { chatId: null, consultationId: null, orderId: null, clientKey: null, startMessageId: null }
  return async (db, { user: { userId, role, brandId }, caller }, target) => {
    const { isChatSupport, isConsultationEnable } = configIn(brandById(brands, brandId), caller.appType)
    if (!isConsultationEnable) return undefined
    const place = await findConsultationPlace(db, { userId, role, brandId, ...nothing, ...target })
    if (!place?.side || (place.side === 'learner' && !isExpertMessageEnabled(place, isChatSupport))) return undefined
    return { ...place, side: place.side }
  }
}

/** Whether a consultation is open or waits for approval. */
export function isUnderWay({ consultations: known, orders }: ChatConsultationsWire): boolean {
  return known.some(({ status }) => status === 'open') || orders.some(({ status }) => status === 'waiting')
}

/** Whether fewer than `amount` consultations are left. */
export function isOver(all: ChatConsultationsWire, amount = 1): boolean {
  const stream = { maxConsultationCount: all.max_consultation_count }
  return areConsultationsOver(stream, { consultationLimit: all.consultation_limit }, all.used + amount - 1)
}
