import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { callQuery } from '#kit/cache/call-query.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import type { CheckoutWire } from '#shared/features/billing/wire.ts'

/** What was chosen stands in the address, so that it survives a reload and signing up on the way. */
export type Choices = {
  code: string
  currency: string | undefined
  isInInstalments: boolean
  /** How many are to be spent. */
  points: number
}

/** A discount code as it is asked for: what people copy with it is left out. */
export const codeFrom = (typed: string) => typed.replace(/[\s/]/g, '').slice(0, 60)

/** How many points are typed, 0 for none; undefined for what cannot be spent. */
export function pointsFrom(typed: string, { least, most }: { least: number; most: number }): number | undefined {
  const wanted = /^\s*\d{0,9}\s*$/.test(typed) ? Number(typed) : NaN
  return wanted === 0 || (wanted >= least && wanted <= most) ? wanted : undefined
}

type Typed = { code: string; points: string | undefined }

/** What was typed and is not in the terms yet; `unfit` where it cannot be. */
export function unappliedOf(typed: Typed, { points }: CheckoutWire, choices: Choices) {
  const code = codeFrom(typed.code)
  const wanted = typed.points !== undefined && points?.most ? pointsFrom(typed.points, points) : (points?.spent ?? 0)
  if (wanted === undefined) return 'unfit'
  return { ...(code !== choices.code && { code }), ...(wanted !== (points?.spent ?? 0) && { points: wanted }) }
}

export function choicesFrom(search: string): Choices {
  const query = new URLSearchParams(search)
  const currency = query.get('currency') ?? ''
  return {
    code: codeFrom(query.get('code') ?? ''),
    currency: /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    isInInstalments: query.get('instalments') === 'yes',
    points: /^\d{1,9}$/.test(query.get('points') ?? '') ? Number(query.get('points')) : 0,
  }
}

export function searchOf({ code, currency, isInInstalments, points }: Choices): string {
  return new URLSearchParams({
    ...(code && { code }),
    ...(currency && { currency }),
    ...(isInInstalments && { instalments: 'yes' }),
    ...(points > 0 && { points: String(points) }),
  }).toString()
}

/** What was chosen, and how to choose something else. */
export function useChoices() {
  const [path, navigate] = useLocation()
  const choices = choicesFrom(useSearch())
  const choose = (changed: Partial<Choices>) => {
    const search = searchOf({ ...choices, ...changed })
    navigate(search ? `${path}?${search}` : path, { replace: true })
  }
  return { choices, choose }
}

/** What the parts of the checkout share. */
export interface PurchaseProps {
  offer: CheckoutWire
  choices: Choices
  choose: (changed: Partial<Choices>) => void
  /** Whether the terms of what was chosen last are still being asked for, and those before are shown. */
  isAsking: boolean
  /** Asks for the terms again. */
  refresh: () => Promise<unknown>
}

const isWorthRetrying = (count: number, error: Error) => count < 2 && isPassing(error)

/** What would be bought at the chosen terms. A code that lowers nothing is not in them. */
export function useOffer(serviceId: number, { code, currency, points }: Choices) {
  const query = { ...(code && { code }), ...(currency && { currency }), ...(points > 0 && { points }) }
  return useQuery({
    ...callQuery('GET /checkout/:serviceId', { params: { serviceId }, query }),
    placeholderData: keepPreviousData,
    retry: isWorthRetrying,
    staleTime: 0,
  })
}

/** Why the code lowers nothing, in the server’s words; undefined while it does, or is not known. */
export function useCodeRefusal(serviceId: number, { code, currency }: Choices): string | undefined {
  const { error } = useQuery({
    ...callQuery('GET /discount/check/code/:code/course-service/:serviceId', {
      params: { code, serviceId },
      query: { ...(currency && { currency }) },
    }),
    enabled: code !== '',
    retry: isWorthRetrying,
    staleTime: 0,
    gcTime: 0,
  })
  return code !== '' && error instanceof RequestError ? error.reason : undefined
}

/** What an order is placed with: the terms as they are shown. */
export function orderBody(offer: CheckoutWire, { code, isInInstalments }: Choices) {
  return {
    currency: offer.currency,
    total: offer.total,
    ...(offer.discount > 0 && { promocode: code }),
    ...(offer.points && offer.points.spent > 0 && { points: offer.points.spent }),
    ...(isInInstalments && offer.instalments.length > 0 && { is_in_instalments: true }),
  }
}

/** What is paid today. */
export function amountToday(offer: CheckoutWire, { isInInstalments }: Choices): number {
  const [first] = offer.instalments
  if (isInInstalments && first) return first.amount
  return offer.service.type === 'course_subscription' && offer.service.trial_days > 0 ? 0 : offer.total
}
