import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  type Configuration,
  ResponseBodyError,
} from 'openid-client'
import type { SocialSource } from '#shared/features/social/rules.ts'
import { SocialFailure } from './failures.ts'

/** How long a network may take to answer the server once, in seconds. */
export const patienceSeconds = 5

/** What the server remembers of somebody on the way, to know the answer by. */
export type Checks = { state: string; verifier: string; nonce: string }

/** One network, ready to be asked. */
export type Network = {
  /** Where the browser goes; the network sends it back to `redirectUri`. */
  addressFor(redirectUri: string, checks: Checks): Promise<URL>
  /** Who came back with `answer`, the callback's whole address; undefined when the network names nobody. */
  identify(answer: URL, checks: Checks): Promise<string | undefined>
}

/** The networks that the operator set up, by name. None is asked before somebody goes to it. */
export type Networks = ReadonlyMap<SocialSource, Network>

/** An address without TLS is asked where the settings allowed one: on this machine. */
export function extensionsFor(address: string) {
  return address.startsWith('http:') ? [allowInsecureRequests] : []
}

/** The address of a network's own sign-in, with state and a PKCE challenge. */
export async function authorizationAddress(
  config: Configuration,
  { state, verifier }: Checks,
  parameters: Record<string, string>,
): Promise<URL> {
  const challenge = await calculatePKCECodeChallenge(verifier)
  return buildAuthorizationUrl(config, {
    ...parameters,
    response_type: 'code',
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
}

/** Exchanges the code of `answer`; verifies state, PKCE and, where a nonce is given, the ID token with it. */
export function exchangeCode(
  config: Configuration,
  answer: URL,
  { state, verifier, nonce }: Omit<Checks, 'nonce'> & { nonce?: string },
  parameters: Record<string, string> = {},
) {
  const checks = { expectedState: state, pkceCodeVerifier: verifier }
  const ofOpenid = nonce === undefined ? {} : { expectedNonce: nonce, idTokenExpected: true }
  return authorizationCodeGrant(config, answer, { ...checks, ...ofOpenid }, parameters)
}

/** One word of a network's: never its sentences, which would stand on our pages. */
const wordOf = (text: string) => (/^[a-z_]{1,40}$/.test(text) ? text : 'provider_refused')

/** Any trouble with a network as a failure that can be told. */
export function failureOf(error: unknown): SocialFailure {
  if (error instanceof SocialFailure) return error
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return new SocialFailure('unknown_error', wordOf(error.error))
  const isSilent = error instanceof TypeError || (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT')
  if (isSilent) return new SocialFailure('unknown_error', 'provider_unreachable')
  return new SocialFailure('unknown_error', error instanceof ClientError ? 'provider_answer_wrong' : 'server_error')
}
