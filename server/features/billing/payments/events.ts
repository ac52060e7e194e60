import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { many, one, run } from '#server/platform/database/statement.ts'
import { networkOf } from '#server/platform/http/caller.ts'
import { refuseCommon } from '#server/platform/http/refusals.ts'
import type { JobData, JobQueue } from '#server/platform/jobs/job-queue.ts'
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts'
import type { Store, StoreProof } from '../providers/store.ts'
import { findStoreOf } from '../stores/queries.ts'
import { takeProof } from '../stores/take-event.ts'
import { askAttempt, type Paying } from './ask-attempt.ts'
import { findAttemptByKey } from './attempts.ts'

const mostBytes = 256 * 1024
/**
 * Of what is not signed anybody can send as much as they like, and each is asked about: so many are taken for an account from one
 * network. Others’ do not count against the provider’s own.
 */
const unsigned = { max: 300, timeWindow: 60_000 }

/** Keeps an event of a provider, once; answers 0 for one that is known. The proof is JSON of what a store told. */
const insertEvent = run<
  [accountId: number, eventId: string, objectId: string, atSeconds: number, proof: string | null]
>(
  'insert-provider-event',
  `insert into provider_events (account_id, event_id, object_id, received_at, proof)
   values ($1, $2, $3, to_timestamp($4), $5::jsonb) on conflict do nothing`,
)
const findEvent = one<[accountId: number, eventId: string], { objectId: string; proof: StoreProof | null }>(
  'find-provider-event',
  'select object_id as "objectId", proof from provider_events where account_id = $1 and event_id = $2 and handled_at is null',
)
/** Events whose job was given up. */
export const listUnhandledEvents = many<
  [beforeSeconds: number, ofEach: number],
  { accountId: number; eventId: string }
>(
  'list-unhandled-provider-events',
  `select "accountId", "eventId" from (
     select account_id as "accountId", event_id as "eventId", received_at,
       row_number() over (partition by account_id order by received_at) as place
     from provider_events where handled_at is null and received_at < to_timestamp($1)) unhandled
   where place <= $2 order by received_at`,
)
const setHandled = run<[accountId: number, eventId: string, atSeconds: number]>(
  'set-provider-event-handled',
  'update provider_events set handled_at = to_timestamp($3) where account_id = $1 and event_id = $2',
)
/** Forgets events that nobody asks about any more. */
export const deleteOldEvents = run<[beforeSeconds: number]>(
  'delete-old-provider-events',
  'delete from provider_events where handled_at < to_timestamp($1)',
)

/**
 * Takes the events of payment providers: what is not theirs is refused with 400 and kept nowhere, the rest is kept once and answered at
 * once. What an event says is not believed; a job asks the provider.
 */
export function serveEvents(server: FastifyInstance, paying: Paying, jobs: Pick<JobQueue, 'send'>): void {
  const { database, log, clock } = paying
  void server.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    const countUnsigned = scope.createRateLimit({
      ...unsigned,
      keyGenerator: ({ ip, params }: FastifyRequest) => `${networkOf(ip)} ${(params as Place).account}`,
    })
    scope.post<{ Params: Place }>('/payments/events/:account', { schema: { hide: true } }, async asked => {
      const { body: sent, headers } = asked
      const { account } = asked.params
      if (!/^\d{1,15}$/.test(account)) return refuseCommon('not_found')
      const accountId = Number(account)
      const body = Buffer.isBuffer(sent) ? sent : Buffer.alloc(0)
      const event = await readEvent(paying, accountId, body, headers).catch(unread)
      if (!event) {
        log.warn({ accountId }, 'An event that is not the payment provider’s own')
        return refuseCommon('malformed_request')
      }
      const count = event.isSigned ? undefined : await countUnsigned(asked)
      if (count && !count.isAllowed && count.isExceeded)
        return refuseCommon('too_many_requests', { retryAfter: count.ttlInSeconds })
      const proof = event.proof ? JSON.stringify(event.proof) : null
      await database.inTransaction(async tx => {
        if (await insertEvent(tx, accountId, event.id, event.object, clock() / 1000, proof))
          await jobs.send(tx, 'handle-payment-event', `${accountId} ${event.id}`, { accountId, eventId: event.id })
      })
      return {}
    })
  })
}

type Place = { account: string }
type ToldEvent = { id: string; object: string; isSigned: boolean; proof?: StoreProof | undefined }

/** What an account’s provider or app store tells; undefined when it is not its own. */
async function readEvent(
  paying: Paying,
  accountId: number,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<ToldEvent | undefined> {
  const store = await paying.storeOf(accountId)
  if (store) {
    const told = await store.readEvent(body, headers)
    return told && { ...told, isSigned: true }
  }
  const provider = await paying.providerOf(accountId)
  const event = provider.readEvent(body, headers, paying.clock())
  return event && { ...event, isSigned: provider.signsEvents }
}

/** Accounts that there are not are not found; what cannot be checked now is to be told again. */
function unread(error: unknown): never {
  if (error instanceof ProviderRefused) return refuseCommon('not_found')
  if (error instanceof ProviderUnavailable) return refuseCommon('unavailable', { retryAfter: 60 })
  throw error
}

/** Asks the provider about what an event names, and writes down what it says; what is not ours is left. */
export async function handleEvent(paying: Paying, data: Readonly<JobData>): Promise<void> {
  const { database, clock } = paying
  const [accountId, eventId] = [Number(data['accountId']), String(data['eventId'])]
  const event = await findEvent(database, accountId, eventId)
  if (!event) return
  const store = await paying.storeOf(accountId)
  if (store) await takeStoreEvent(paying, accountId, store, event.proof)
  else {
    const key = await (await paying.providerOf(accountId)).referenceOf(event.objectId)
    const attempt = key === undefined ? undefined : await findAttemptByKey(database, accountId, key)
    if (attempt) await askAttempt(paying, attempt.id, 'told')
  }
  await setHandled(database, accountId, eventId, clock() / 1000)
}

async function takeStoreEvent(paying: Paying, accountId: number, store: Store, proof: StoreProof | null) {
  const side = await findStoreOf(paying.database, accountId)
  if (side && proof) await takeProof(paying, { ...side, accountId }, store, proof)
}
