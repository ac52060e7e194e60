import type { Static, TSchema } from 'typebox'
import { heard } from '../ask-provider.ts'
import { ProviderRefused, type TaxReceipt, type TaxReceiptState } from '../provider.ts'
import { receiptAnswer, receiptsAnswer } from './answers.ts'
import { isId, taken, type YooKassaClient } from './client.ts'

/**
 * Has a receipt registered with the tax office if that which was sent with the payment or refund was not accepted. Asked again it sends
 * nothing twice: one that is being registered is waited for, and each new one has a key of its own.
 */
export async function registerReceipt(
  client: YooKassaClient,
  { key, object, kind }: Pick<TaxReceipt, 'key' | 'object' | 'kind'>,
  receipt: object,
): Promise<TaxReceiptState> {
  if (!isId(object)) throw new ProviderRefused('YooKassa knows no such object')
  const found = kind === 'payment' ? await client.findPayment(object) : await client.findRefund(object)
  if (!found) throw new ProviderRefused('YooKassa knows no such object')
  const { receipt_registration: state } = found
  // A shop that has no cash register at YooKassa has its receipts made elsewhere.
  if (state === undefined) return 'none'
  if (state !== 'canceled') return stateOf(state)
  const path = `receipts?${kind}_id=${object}&limit=100`
  const { items } = await answered(client, { line: `GET ${path}` }, receiptsAnswer)
  const going = items.find(({ status }) => status !== 'canceled')
  if (going) return stateOf(going.status)
  const body = { type: kind, [`${kind}_id`]: object, send: true, ...receipt }
  const made = await answered(client, { line: 'POST receipts', key: `${key}-${items.length}`, body }, receiptAnswer)
  return stateOf(made.status)
}

/** A receipt that was cancelled waits to be sent again. */
const stateOf = (status: 'pending' | 'succeeded' | 'canceled'): TaxReceiptState =>
  status === 'succeeded' ? 'accepted' : 'waiting'

async function answered<Schema extends TSchema>(
  client: YooKassaClient,
  asked: Parameters<YooKassaClient['ask']>[0],
  schema: Schema,
): Promise<Static<Schema>> {
  const { status, said } = await client.ask(asked)
  return heard(schema, taken(status, said))
}
