import { ClientSecretPost, Configuration, customFetch, type CustomFetch, fetchProtectedResource } from 'openid-client'
import { SocialFailure } from './failures.ts'
import { authorizationAddress, exchangeCode, extensionsFor, type Network, patienceSeconds } from './network.ts'
import type { SocialProviderSettings } from './settings.ts'

type Settings = Extract<SocialProviderSettings, { kind: 'oauth' }>

/**
 * A plain OAuth 2 network: VK or Facebook. The profile address identifies the person; an ID token in the answer is
 * ignored, because without discovery it cannot be verified.
 */
export function oauthNetwork(settings: Settings): Network {
  const { source, clientId, clientSecret, authorizeUrl, tokenUrl } = settings
  const config = new Configuration(
    { issuer: new URL(authorizeUrl).origin, authorization_endpoint: authorizeUrl, token_endpoint: tokenUrl },
    clientId,
    {},
    ClientSecretPost(clientSecret),
  )
  config.timeout = patienceSeconds
  config[customFetch] = fetchPlainly(tokenUrl)
  for (const extend of extensionsFor(tokenUrl)) extend(config)
  return {
    addressFor: (redirectUri, checks) =>
      authorizationAddress(config, checks, {
        redirect_uri: redirectUri,
        scope: source === 'vkontakte' ? 'vkid.personal_info' : 'public_profile',
      }),
    async identify(answer, { state, verifier }) {
      const device = answer.searchParams.get('device_id')
      const ofVk = source === 'vkontakte' ? { state, ...(device && { device_id: device }) } : {}
      const tokens = await exchangeCode(config, answer, { state, verifier }, ofVk)
      return idOf(await profileOf(config, settings, tokens.access_token))
    },
  }
}

/** These networks omit the bearer token type or add an ID token from a different issuer. */
function fetchPlainly(tokenUrl: string): CustomFetch {
  return async (url, options) => {
    const answer = await fetch(url, options as RequestInit)
    if (url !== tokenUrl || !answer.ok) return answer
    const text = await answer.text()
    const { id_token: _, ...tokens } = recordOf(JSON.parse(text))
    return Response.json({ token_type: 'bearer', ...tokens })
  }
}

/** VK expects a form that names the application, the others a GET with the token in a header. */
async function profileOf(config: Configuration, { source, clientId, profileUrl }: Settings, token: string) {
  const asked = new URL(profileUrl)
  const form = source === 'vkontakte' ? new URLSearchParams({ client_id: clientId, access_token: token }) : undefined
  const answer = await fetchProtectedResource(config, token, asked, form ? 'POST' : 'GET', form)
  if (!answer.ok) throw new SocialFailure('unknown_error', 'provider_refused')
  return recordOf(await answer.json().catch(() => ({})))
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The person's id: `id` at Facebook, `user.user_id` at VK, `sub` for OpenID Connect. */
function idOf(profile: Record<string, unknown>): string | undefined {
  const found = profile['id'] ?? profile['sub'] ?? profile['user_id'] ?? recordOf(profile['user'])['user_id']
  const text = typeof found === 'number' ? String(found) : found
  return typeof text === 'string' && text !== '' ? text : undefined
}
