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

/** How long a network may take to answer one request, in seconds. */
export const patienceSeconds = 5

/** What the server remembers about an attempt in order to verify the answer. */
export type Checks = { state: string; verifier: string; nonce: string }

/** One configured network. */
export type Network = {
  /** The address to send the browser to; the network returns it to `redirectUri`. */
  addressFor(redirectUri: string, checks: Checks): Promise<URL>
  /** The person identified by `answer`, the full callback address; undefined when the network names nobody. */
  identify(answer: URL, checks: Checks): Promise<string | undefined>
}

/** The configured networks by name. None is contacted before it is used. */
export type Networks = ReadonlyMap<SocialSource, Network>

/** Allows plain http only where the settings did: on this machine. */
export function extensionsFor(address: string) {
  return address.startsWith('http:') ? [allowInsecureRequests] : []
}

/** The network's sign-in address, with state and a PKCE challenge. */
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

/** Exchanges the code in `answer`; verifies state, PKCE and, if a nonce is given, the ID token. */
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

/** A network's error code; its sentences must not appear on our pages. */
const wordOf = (text: string) => (/^[a-z_]{1,40}$/.test(text) ? text : 'provider_refused')

/** Turns any network error into a SocialFailure. */
export function failureOf(error: unknown): SocialFailure {
  if (error instanceof SocialFailure) return error
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return new SocialFailure('unknown_error', wordOf(error.error))
  const isSilent = error instanceof TypeError || (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT')
  if (isSilent) return new SocialFailure('unknown_error', 'provider_unreachable')
  return new SocialFailure('unknown_error', error instanceof ClientError ? 'provider_answer_wrong' : 'server_error')
}
