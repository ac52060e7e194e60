import Stripe from 'stripe'
import { askOutside } from '#server/platform/outgoing/ask-outside.ts'
import { ProviderRefused, ProviderUnavailable } from '../provider.ts'

const mostBytes = 2 * 1024 * 1024

/** Stripe’s own client; at `address` for a double, which may be on this machine. */
export function stripeClient(secretKey: string, address: string | undefined): Stripe {
  const url = address === undefined ? undefined : new URL(address)
  const place =
    url && ({ host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' } as const)
  const client = Stripe.createFetchHttpClient(boundedFetch(address !== undefined))
  // Asking again is decided by the engine, which keeps the key.
  const manner = { maxNetworkRetries: 0, timeout: 10_000, telemetry: false, httpClient: client }
  return new Stripe(secretKey, { ...manner, ...place })
}

/** As other providers are asked: in bounded time, by so many bytes, nowhere but outside. */
function boundedFetch(allowPrivate: boolean): typeof fetch {
  return async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers))
    const body = typeof init?.body === 'string' && init.body !== '' ? Buffer.from(init.body) : undefined
    const method = (init?.method ?? 'GET') as 'GET' | 'POST' | 'DELETE'
    const url = input instanceof Request ? input.url : String(input)
    const answer = await askOutside({ url, method, headers, body }, { allowPrivate, mostBytes })
    const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: Object.fromEntries(kept) as Record<string, string>,
    })
  }
}

/** What Stripe answered; its errors as those of all providers, without its words, which may quote a key. */
export async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw translated(error)
  }
}

/** An error of Stripe’s client as that of all providers. */
export function translated(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) return error instanceof Error ? error : new Error(String(error))
  const { type, code, statusCode = 0 } = error
  const isUnknown = statusCode === 0 || statusCode === 409 || statusCode === 429 || statusCode >= 500
  const what = [type, code, error.param].filter(Boolean).join(' ')
  return isUnknown
    ? new ProviderUnavailable(`Stripe could not be asked: ${what}`)
    : new ProviderRefused(`Stripe refuses this: ${what}`)
}

/** Whether Stripe says that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404
}
