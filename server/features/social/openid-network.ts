import {
  type ClientAuth,
  ClientSecretPost,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { authorizationAddress, exchangeCode, extensionsFor, type Network, patienceSeconds } from './network.ts'
import type { SocialProviderSettings, ClientSecret } from './settings.ts'
import { sign } from 'node:crypto'

type Settings = Extract<SocialProviderSettings, { kind: 'openid' }>

/** How long a network's discovery document is kept, in ms. */
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

const lifeSeconds = 300

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The client secret that Apple takes: a JWT of five minutes signed by ES256 with the team's key; `now` in ms. */
function appleSecret(
  { teamId, keyId, pem }: Extract<ClientSecret, { kind: 'apple' }>,
  { clientId, audience, now }: { clientId: string; audience: string; now: number },
): string {
  const issuedAt = Math.floor(now / 1000)
  const claims = { iss: teamId, sub: clientId, aud: audience, iat: issuedAt, exp: issuedAt + lifeSeconds }
  const signed = `${part({ alg: 'ES256', kid: keyId, typ: 'JWT' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: pem, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
