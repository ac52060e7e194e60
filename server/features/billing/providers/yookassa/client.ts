import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { askProvider, heard } from '../ask-provider.ts'
import { type Charge, ProviderRefused, ProviderUnavailable } from '../provider.ts'
import {
  errorAnswer,
  keyField,
  methodAnswer,
  methodCharge,
  paymentAnswer,
  paymentCharge,
  paymentsAnswer,
  refundAnswer,
  refundsAnswer,
} from './answers.ts'

const home = 'https://api.yookassa.ru'
const minute = 60_000
/** How long after it was first asked for something may have been made. */
const madeWithinMs = 26 * 60 * minute
const mostPages = 200

type Asked = { line: string; key?: string; body?: object }
export type YooKassaClient = ReturnType<typeof yooKassaClient>

/** YooKassa’s calls with the keys of a shop; at `address` for a double, which may be on this machine. */
export function yooKassaClient(shopId: string, secretKey: string, address: string | undefined) {
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
  const ask = async ({ line, key, body }: Asked) => {
    const [method, path] = line.split(' ') as ['GET' | 'POST', string]
    const headers = { authorization, ...(key && { 'idempotence-key': key }) }
    const url = `${address ?? home}/v3/${path}`
    const answer = await askProvider({ url, method, headers, body, allowPrivate: address !== undefined })
    // It is at it, and says so instead of what came of it.
    if (answer.status === 202) throw new ProviderUnavailable('YooKassa has not decided yet')
    return answer
  }
  const find = async <Schema extends TSchema>(path: string, schema: Schema): Promise<Static<Schema> | undefined> => {
    const { status, said } = await ask({ line: `GET ${path}` })
    return status === 404 ? undefined : heard(schema, taken(status, said))
  }
  const refundsOf = async (payment: string) =>
    (await find(`refunds?payment_id=${payment}&limit=100`, refundsAnswer))?.items ?? []
  const withRefunds = async (payment: Static<typeof paymentAnswer>): Promise<Charge> => {
    const isRefunded = Number(payment.refunded_amount?.value ?? 0) > 0
    return paymentCharge(payment, isRefunded ? await refundsOf(payment.id) : [])
  }
  return {
    ask,
    refundsOf,
    withRefunds,
    findPayment: (id: string) => find(`payments/${id}`, paymentAnswer),
    findRefund: (id: string) => find(`refunds/${id}`, refundAnswer),
    async read(id: string): Promise<Charge> {
      const [own = '', reference] = id.split('/')
      if (!isId(own)) throw new ProviderRefused('YooKassa knows no such object')
      const found = reference === undefined ? await find(`payments/${own}`, paymentAnswer) : undefined
      if (found) return withRefunds(found)
      const method = reference === undefined ? undefined : await find(`payment_methods/${own}`, methodAnswer)
      if (!method || reference === undefined) throw new ProviderRefused('YooKassa knows no such object')
      return methodCharge(method, reference)
    },
    /** The payment that was made with a key some days ago. */
    async findByKey(key: string, askedAt: number) {
      const [from, to] = [askedAt - 10 * minute, askedAt + madeWithinMs].map(at => new Date(at).toISOString())
      let cursor: string | undefined
      for (let pages = 0; pages < mostPages; pages++) {
        const next = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const page = await find(`payments?created_at.gte=${from}&created_at.lte=${to}&limit=100${next}`, paymentsAnswer)
        const found = page?.items.find(({ metadata }) => metadata?.[keyField] === key)
        if (found || page?.next_cursor === undefined) return found
        cursor = page.next_cursor
      }
      throw new ProviderUnavailable('YooKassa has more payments of those days than can be looked through')
    },
  }
}

/** Whether this may stand in an address. */
export const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text)

/** Which part of the request is refused, if that is what was said. */
export function faultOf(said: unknown): { code: string; parameter?: string } | undefined {
  return Value.Check(errorAnswer, said) ? said : undefined
}

/** What was said, unless it is a refusal. */
export function taken(status: number, said: unknown): unknown {
  if (status < 300) return said
  const { code = status, parameter = '' } = faultOf(said) ?? {}
  throw new ProviderRefused(`YooKassa refuses this: ${code} ${parameter}`.trim())
}
