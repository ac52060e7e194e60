import type { Db } from '#server/platform/database/statement.ts'
import type { Actor, Context } from '#server/platform/http/routes.ts'
import type { ChatConsultationsWire, consultations } from '#shared/features/consultations/contract.ts'
import { areConsultationsOver } from '#shared/features/consultations/rules.ts'
import { isExpertMessageEnabled } from '#shared/features/streams/rules.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { type ConsultationPlace, findConsultationPlace } from './queries.ts'

type Calls = (typeof consultations)['calls']

/** What a handler of one of the calls of consultations is given. */
export type ConsultationContext<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

type Target = Partial<{
  chatId: number
  consultationId: number
  orderId: number
  clientKey: string
  startMessageId: number
}>

/** A chat that the person has something to do with, found by itself or by a consultation or an order in it. */
export type FindPlace = (
  db: Db,
  user: Actor,
  target: Target,
) => Promise<(ConsultationPlace & { side: 'learner' | 'expert' }) | undefined>

export function placeFinder(brands: Brands): FindPlace {
  return async (db, user, { chatId, consultationId, orderId, clientKey, startMessageId }) => {
    const target = [chatId ?? null, consultationId ?? null, orderId ?? null] as const
    const asked = [clientKey ?? null, startMessageId ?? null] as const
    const place = await findConsultationPlace(db, user.userId, user.role, user.brandId, ...target, ...asked)
    const { isChatSupport } = brandById(brands, user.brandId).config
    if (!place?.side || (place.side === 'learner' && !isExpertMessageEnabled(place, isChatSupport))) return undefined
    return { ...place, side: place.side }
  }
}

/** Whether a consultation is open or waits for approval. */
export function isUnderWay({ consultations: known, orders }: ChatConsultationsWire): boolean {
  return known.some(({ status }) => status === 'open') || orders.some(({ status }) => status === 'waiting')
}

/** Whether less than `amount` is left. */
export function isOver(all: ChatConsultationsWire, amount = 1): boolean {
  const stream = { maxConsultationCount: all.max_consultation_count }
  return areConsultationsOver(stream, { consultationLimit: all.consultation_limit }, all.used + amount - 1)
}
