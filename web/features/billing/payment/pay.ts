import { useEffect } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import type { Copy } from '#kit/copy/copy.tsx'
import type { Failure } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import type { OrderWire } from '#shared/features/billing/wire.ts'
import { userQuery } from '#web/features/accounts/data.ts'
import { keepOrder } from '../data.ts'
import type { Way } from './MethodChoice.tsx'

/** Where the learner goes on with a payment, if it waits for them. */
export function pageToPay({ attempt }: Pick<OrderWire, 'attempt'>): string | undefined {
  const isForLearner = attempt?.state === 'open' || attempt?.state === 'confirm'
  return isForLearner ? (attempt.url ?? undefined) : undefined
}

/**
 * Begins to pay an order. Answers true when the browser is on its way to the provider’s page. Pressed twice, reloaded or in two tabs,
 * it is the same attempt: the server knows it. `isInstead` ends first what waits for the learner, as for a confirmation.
 */
export async function payOrder(id: number, { methodId, savesMethod }: Way, isInstead = false): Promise<boolean> {
  const by = methodId === 0 ? { saves_method: savesMethod } : { method_id: methodId }
  const body = { ...by, ...(isInstead && { is_instead: true }) }
  const { data } = await request('POST /orders/:id/pay', { params: { id }, body })
  keepOrder(queryClient, data)
  const page = pageToPay(data)
  if (page === undefined) return false
  location.assign(page)
  return true
}

/**
 * Does what needs an e-mail; where the account has none, asks for it and does it then. Answers undefined when none was given, and
 * nothing was done.
 */
export async function withEmail<Answer>(t: Copy, work: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'email_needed') throw error
    const { askEmail } = await import('#web/features/joining/required/ask-email.tsx')
    if (!(await askEmail(t))) return undefined
    await queryClient.invalidateQueries({ queryKey: userQuery().queryKey })
    return work()
  }
}

/** All refusals of a payment in one notice: they are about the whole of it. */
export const explainPayment =
  (title: string) =>
  (error: unknown): Failure | undefined =>
    error instanceof RequestError ? { errors: {}, notice: { title, text: error.reason } } : undefined

/** Who comes back from the provider’s page by the back button sees how things stand, not how the page was left. */
export function useFreshOnBack(): void {
  useEffect(() => {
    const handleShow = ({ persisted }: PageTransitionEvent) => persisted && location.reload()
    addEventListener('pageshow', handleShow)
    return () => removeEventListener('pageshow', handleShow)
  }, [])
}
