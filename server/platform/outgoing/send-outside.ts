import { lookup } from 'node:dns'
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** An address the server refuses to contact. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

export type Outgoing = { url: string; headers: Record<string, string>; body: Buffer }
export type OutgoingManner = {
  /** Allows private networks and plain http, for tests and development. */
  allowPrivate?: boolean
  /** Aborts the request. */
  signal?: AbortSignal
}

const patienceMs = 15_000

/** Checks an address: https only, no user name, no private IP address. Throws AddressRefused. */
export function outsideUrl(text: string, allowPrivate = false): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')))
    throw new AddressRefused('Only https addresses are called')
  if (url.username || url.password) throw new AddressRefused('An address must not carry a user name')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) throw new AddressRefused('The address is not public')
  return url
}

/** Checks the addresses a name resolves to at connection time, so that they cannot change after the check. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new AddressRefused(`${hostname} is not public`), '', 0)
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

type Opened = { url: string; method: string; headers: Record<string, string>; body?: Buffer | undefined }

/** A request that the caller ends and whose answer it hears; everything about where it may go is decided here. */
export function openOutside(
  { url: text, method, headers, body }: Opened,
  { allowPrivate = false, signal, patienceMs }: OutgoingManner & { patienceMs: number },
  hear: (answer: IncomingMessage) => void,
): ClientRequest {
  const url = outsideUrl(text, allowPrivate)
  const patience = AbortSignal.timeout(patienceMs)
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
    agent: false,
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
    ...(!allowPrivate && { lookup: lookupPublic }),
  }
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return send(url, options, hear)
}

/**
 * POSTs to an address supplied from outside. Never contacts private networks, never follows a redirect, gives up after
 * 15 s and does not read the answer. Rejects with AddressRefused or the network error.
 */
export function sendOutside(
  { url, headers, body }: Outgoing,
  manner: OutgoingManner = {},
): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sending = openOutside({ url, method: 'POST', headers, body }, { patienceMs, ...manner }, answer => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      answer.on('error', () => undefined)
      answer.destroy()
    })
    sending.on('error', reject)
    sending.end(body)
  })
}
