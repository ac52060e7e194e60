import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountIdOf } from './accounts.ts'
import type { Parts } from './parts.ts'
import type { Put } from './records.ts'
import { refuse } from './refusal.ts'

const keptSeconds = 30 * 86_400

/** The account whose key the request carries. */
export function accountOf({ headers }: FastifyRequest): string {
  return accountIdOf(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
}

/** Refuses whoever is not an account, before anything else is looked at. */
export function demandKey(scope: FastifyInstance, { accounts }: Parts) {
  scope.addHook('onRequest', async request => {
    if (accounts.get(accountOf(request)) === undefined) refuse(401, 'unauthorized', 'A valid key is needed')
  })
}

type Made = { id: string; puts: Put[] }

/**
 * Makes an object once per Idempotency-Key: the same request sent again answers its id with `isNew` false, another one
 * under the same key is refused. `make` runs in its turn, so two at once make one.
 */
export async function makeOnce(parts: Parts, request: FastifyRequest, make: (account: string) => Made) {
  const { store, now } = parts
  const account = accountOf(request)
  const header = request.headers['idempotency-key']
  if (typeof header !== 'string' || header.length < 1 || header.length > 100)
    refuse(400, 'invalid_request', 'Must have 1 to 100 characters', 'Idempotency-Key')
  const id = `${account} ${header}`
  const fingerprint = fingerprintOf(request)
  const result = await store.write(() => {
    const known = store.tables.key.get(id)
    if (known !== undefined && now() < known.created + keptSeconds) {
      if (known.fingerprint !== fingerprint)
        refuse(409, 'idempotency_mismatch', 'This key was used for another request', 'Idempotency-Key')
      return { puts: [], answer: { id: known.made, isNew: false } }
    }
    const made = make(account)
    const key: Put = { kind: 'key', value: { id, fingerprint, made: made.id, created: now() } }
    return { puts: [...made.puts, key], answer: { id: made.id, isNew: true } }
  })
  parts.wake()
  return result
}

function fingerprintOf({ routeOptions, body }: FastifyRequest): string {
  const fields = Object.entries(body as object).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([routeOptions.url, fields]))
    .digest('hex')
}
