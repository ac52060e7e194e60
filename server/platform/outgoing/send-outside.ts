import { lookup } from 'node:dns'
import { request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** An address that the server does not go to, whoever names it. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

export type Outgoing = { url: string; headers: Record<string, string>; body: Buffer }
export type OutgoingManner = {
  /** This machine and its networks too, and without TLS: for tests and development. */
  allowPrivate?: boolean
  /** Ends it, with what was begun. */
  signal?: AbortSignal
}

const patienceMs = 15_000

/** The address as it may be called: https alone, no user name, and no IP address inside. Throws AddressRefused. */
export function outsideUrl(text: string, allowPrivate = false): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')))
    throw new AddressRefused('Only https addresses are called')
  if (url.username || url.password) throw new AddressRefused('An address must not carry a user name')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) throw new AddressRefused('The address is not public')
  return url
}

/** Judges the addresses that a name stands for at the moment of the connection, so that none can change in between. */
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

/**
 * POSTs to an address that somebody outside has given. Never to private networks, never after a redirect, within 15 s; what
 * is answered is not read. Rejects with AddressRefused, or with what went wrong on the way.
 */
export function sendOutside(
  { url: text, headers, body }: Outgoing,
  { allowPrivate = false, signal }: OutgoingManner = {},
): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    const url = outsideUrl(text, allowPrivate)
    const patience = AbortSignal.timeout(patienceMs)
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      agent: false,
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
      ...(!allowPrivate && { lookup: lookupPublic }),
    }
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const sending = send(url, options, answer => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
      answer.on('error', () => undefined)
      answer.destroy()
    })
    sending.on('error', reject)
    sending.end(body)
  })
}
