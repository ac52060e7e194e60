import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { askProvider, heard } from './ask-provider.ts'
import { type Charge, ProviderRefused } from './provider.ts'
import {
  cardMethod,
  checkoutAnswer,
  errorAnswer,
  methodAnswer,
  pageCharge,
  paymentAnswer,
  paymentCharge,
  paymentsAnswer,
} from './sandbox-answers.ts'

type Asked = { line: string; key?: string; body?: object }
export type SandboxClient = ReturnType<typeof sandboxClient>

/** The sandbox's calls with the key of an account. */
export function sandboxClient(key: string, address: string) {
  const ask = ({ line, key: once, body }: Asked) => {
    const [method, path] = line.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const headers = { authorization: `Bearer ${key}`, ...(once && { 'idempotency-key': once }) }
    return askProvider({ url: address + path, method, headers, body, allowPrivate: true })
  }
  const find = async <Schema extends TSchema>(path: string, schema: Schema): Promise<Static<Schema> | undefined> => {
    const { status, said } = await ask({ line: `GET /v1/${path}` })
    return status === 404 ? undefined : heard(schema, taken(status, said))
  }
  const findPayment = (id: string) => find(`payments/${encodeURIComponent(id)}`, paymentAnswer)
  const readPage = async (said: unknown): Promise<Charge> => {
    const checkout = heard(checkoutAnswer, said)
    const { payment, method } = checkout
    const paid = payment === null ? undefined : await findPayment(payment)
    const saved = method === null ? undefined : await find(`methods/${method}`, methodAnswer)
    return pageCharge(checkout, paid, saved && cardMethod(saved))
  }
  return {
    ask,
    find,
    findPayment,
    async findByReference(reference: string) {
      const found = await find(`payments?reference=${encodeURIComponent(reference)}`, paymentsAnswer)
      return found?.data.at(0)
    },
    async read(id: string): Promise<Charge> {
      const isPage = id.startsWith('chk_')
      const kind = isPage ? 'checkouts' : 'payments'
      const { status, said } = await ask({ line: `GET /v1/${kind}/${encodeURIComponent(id)}` })
      return isPage ? readPage(taken(status, said)) : paymentCharge(heard(paymentAnswer, taken(status, said)))
    },
  }
}

/** The code of a refusal, if that is what was said. */
export function codeOf(said: unknown): string | undefined {
  return Value.Check(errorAnswer, said) ? said.error.code : undefined
}

/** What was said, unless it is a refusal. */
export function taken(status: number, said: unknown): unknown {
  if (status < 300) return said
  throw new ProviderRefused(`The sandbox refuses this: ${codeOf(said) ?? status}`)
}
