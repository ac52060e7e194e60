import { ClientSecretPost, Configuration, customFetch, type CustomFetch, fetchProtectedResource } from 'openid-client'
import { SocialFailure } from './failures.ts'
import { authorizationAddress, exchangeCode, extensionsFor, type Network, patienceSeconds } from './network.ts'
import type { SocialProviderSettings } from './settings.ts'

type Settings = Extract<SocialProviderSettings, { kind: 'oauth' }>

/**
 * A network by plain OAuth 2: VK, Facebook. Whoever its profile address names is the person; an ID token that comes beside is
 * not looked at, for without discovery nothing vouches for it.
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

/** These networks leave out that the token is a bearer's, or add an ID token of an issuer that is not the one asked. */
function fetchPlainly(tokenUrl: string): CustomFetch {
  return async (url, options) => {
    const answer = await fetch(url, options as RequestInit)
    if (url !== tokenUrl || !answer.ok) return answer
    const text = await answer.text()
    const { id_token: _, ...tokens } = recordOf(JSON.parse(text))
    return Response.json({ token_type: 'bearer', ...tokens })
  }
}

/** VK is asked by a form that names the application, others by a GET with the token in its header. */
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

/** The person's number: `id` of Facebook, `user.user_id` of VK, `sub` of anything that speaks OpenID Connect. */
function idOf(profile: Record<string, unknown>): string | undefined {
  const found = profile['id'] ?? profile['sub'] ?? profile['user_id'] ?? recordOf(profile['user'])['user_id']
  const text = typeof found === 'number' ? String(found) : found
  return typeof text === 'string' && text !== '' ? text : undefined
}
