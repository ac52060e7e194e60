import type { IncomingHttpHeaders } from 'node:http'
import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import { Value } from 'typebox/value'
import { bodyOf } from '../askings.ts'
import type { StoreEvent, StoreProof } from '../store.ts'
import { type DeveloperNotification, developerNotification, pushBody } from './answers.ts'
import type { GoogleClient } from './client.ts'

const issuers = ['https://accounts.google.com', 'accounts.google.com']
const keysLifeMs = 3_600_000
/** Unknown keys are asked for at most so often, in ms. */
const leastPauseMs = 60_000

type Wanted = { packageName: string; audience: string; account: string }
type Keys = Parameters<typeof createLocalJWKSet>[0]

/** Reads what Pub/Sub pushes: only with a token of the account that was named, signed by Google for this address. */
export function pushReader(client: GoogleClient, { packageName, audience, account }: Wanted, clock: () => number) {
  let known: { keys: Keys; at: number } | undefined

  async function keysSince(at: number): Promise<Keys> {
    if (known && known.at >= at) return known.keys
    known = { keys: await client.signingKeys(), at: clock() }
    return known.keys
  }

  async function isOwn(token: string): Promise<boolean> {
    const check = async (keys: Keys) =>
      jwtVerify(token, createLocalJWKSet(keys), {
        issuer: issuers,
        audience,
        algorithms: ['RS256'],
        currentDate: new Date(clock()),
        requiredClaims: ['exp'],
      })
    const { payload } = await check(await keysSince(clock() - keysLifeMs)).catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return check(await keysSince(clock() - leastPauseMs))
    })
    return payload['email'] === account && payload['email_verified'] === true
  }

  return async (body: Buffer, headers: IncomingHttpHeaders): Promise<StoreEvent | undefined> => {
    const token = /^Bearer ([\w.-]+)$/.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) return undefined
    const isSigned = await isOwn(token).catch((error: unknown) => {
      if (error instanceof errors.JOSEError) return false
      throw error
    })
    const pushed = bodyOf(body)
    if (!isSigned || !Value.Check(pushBody, pushed)) return undefined
    const told = bodyOf(Buffer.from(pushed.message.data, 'base64'))
    if (!Value.Check(developerNotification, told) || told.packageName !== packageName) return undefined
    const proof = proofOf(told)
    return { id: pushed.message.messageId, object: proof ? proof.token : '', proof }
  }
}

type TokenProof = Extract<StoreProof, { token: string }>

/** What Google is asked about after a notification; undefined for its trials, and for what was bought once and cannot be named. */
function proofOf(told: DeveloperNotification): TokenProof | undefined {
  const {
    subscriptionNotification: renewed,
    oneTimeProductNotification: once,
    voidedPurchaseNotification: voided,
  } = told
  if (renewed) return { kind: 'subscription', token: renewed.purchaseToken }
  if (once) return { kind: 'product', token: once.purchaseToken, code: once.sku }
  if (!voided) return undefined
  // It does not say which product: that is known from the purchase. Of a subscription any of its payments may have been given back.
  return voided.productType === 1
    ? { kind: 'subscription', token: voided.purchaseToken, order: voided.orderId }
    : { kind: 'product', token: voided.purchaseToken, code: '' }
}
