import type { SocialProviderSettings } from '../settings.ts'

/** The school's client registration at the networks. */
export const client = { id: 'kurso', secret: 'a secret between the school and the network' }
export const apple = { id: 'example.school', teamId: 'TEAM', keyId: 'KEY1' }

/** The settings for the networks at `origin`, including Apple when its key is given. */
export function networkSettings(origin: string, pem?: string): SocialProviderSettings[] {
  const plain = (source: 'vkontakte' | 'facebook', path: string): SocialProviderSettings => ({
    source,
    kind: 'oauth',
    clientId: client.id,
    clientSecret: client.secret,
    authorizeUrl: `${origin}/${path}/authorize`,
    tokenUrl: `${origin}/${path}/token`,
    profileUrl: `${origin}/${path}/profile`,
  })
  const secret = { kind: 'text', text: client.secret } as const
  const google = { source: 'google', kind: 'openid', clientId: client.id, issuer: origin, secret } as const
  const { teamId, keyId, id } = apple
  const all = [google, plain('vkontakte', 'vk'), plain('facebook', 'facebook')]
  const key = pem === undefined ? [] : [{ kind: 'apple', teamId, keyId, pem } as const]
  return [
    ...all,
    ...key.map(one => ({ source: 'apple', kind: 'openid', clientId: id, issuer: origin, secret: one }) as const),
  ]
}
