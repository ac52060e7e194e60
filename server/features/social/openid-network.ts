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

/** How long a discovery document is cached, in ms. */
const knownMs = 3_600_000

function authenticationOf({ clientId, issuer, secret }: Settings, clock: () => number): ClientAuth {
  if (secret.kind === 'text') return ClientSecretPost(secret.text)
  return (_server, _client, body) => {
    body.set('client_id', clientId)
    body.set('client_secret', appleSecret(secret, { clientId, audience: issuer, now: clock() }))
  }
}

/**
 * An OpenID Connect network with discovery: Google or Apple. Only the scope `openid` is requested: the id is all we
 * need, and Apple then answers with an ordinary redirect, so the cookie need not be sent with cross-site posts.
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

/** Apple's client secret: a JWT valid for five minutes, signed with the team's ES256 key; `now` in ms. */
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
