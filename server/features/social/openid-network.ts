import {
  type ClientAuth,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { appleSecret } from './apple-secret.ts'
import { authorizationAddress, exchangeCode, extensionsFor, type Network, patienceSeconds } from './network.ts'
import type { SocialProviderSettings } from './provider-settings.ts'

type Settings = Extract<SocialProviderSettings, { kind: 'openid' }>

/** What is known of a network is asked for anew after so long, in ms. */
const knownMs = 3_600_000

function authenticationOf({ clientId, issuer, secret }: Settings, clock: () => number): ClientAuth {
  if (secret.kind === 'text') return ClientSecretPost(secret.text)
  return (_server, _client, body) => {
    body.set('client_id', clientId)
    body.set('client_secret', appleSecret(secret, { clientId, audience: issuer, now: clock() }))
  }
}

/**
 * A network by OpenID Connect discovery: Google, Apple. Only the scope `openid` is asked for: the person's number is all that
 * is needed, and Apple then answers by an ordinary redirect, so the cookie need not travel with posts of other sites.
 */
export function openidNetwork(settings: Settings, clock: () => number): Network {
  let known: { config: Promise<Configuration>; since: number } | undefined
  function configuration(): Promise<Configuration> {
    if (known && known.since + knownMs > clock()) return known.config
    const config = discovery(new URL(settings.issuer), settings.clientId, {}, authenticationOf(settings, clock), {
      timeout: patienceSeconds,
      execute: [...extensionsFor(settings.issuer), enableNonRepudiationChecks],
    })
    const asked = { config, since: clock() }
    known = asked
    config.catch(() => {
      if (known === asked) known = undefined
    })
    return config
  }
  return {
    async addressFor(redirectUri, checks) {
      const { nonce } = checks
      const parameters = { redirect_uri: redirectUri, scope: 'openid', nonce }
      return authorizationAddress(await configuration(), checks, parameters)
    },
    async identify(answer, checks) {
      const tokens = await exchangeCode(await configuration(), answer, checks)
      return tokens.claims()?.sub
    },
  }
}
