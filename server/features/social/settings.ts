import { createPrivateKey } from 'node:crypto'
import { address, featureSettings, setting } from '#server/platform/setting.ts'
import type { SocialSource } from '#shared/features/social/rules.ts'

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/** A network address that receives a secret: https, or on this machine. */
function networkUrl(text: string): string {
  const url = address(text, ['https:', 'http:'], 'https://network.example.com/oauth')
  if (url.protocol === 'http:' && !loopback.includes(url.hostname)) throw new Error('must begin with https://')
  if (url.username || url.password || url.hash) throw new Error('must not carry a user name, a password or a #')
  return text
}

/** A PEM key on the curve P-256; line breaks may be written as \\n. */
function applePrivateKey(text: string): string {
  const pem = text.replaceAll('\\n', '\n')
  if (pem === '') return ''
  if (keyCurve(pem) !== 'prime256v1')
    throw new Error('must be the .p8 key that Apple gave, with its first and last line')
  return pem
}

function keyCurve(pem: string): string | undefined {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve
  } catch {
    return undefined
  }
}

/** Settings of the sign-in networks; each network with an id is offered. */
const socialTable = {
  GOOGLE_CLIENT_ID: setting('', 'Sign-in with Google: the client id; not offered without one.', String),
  GOOGLE_CLIENT_SECRET: setting('', 'Its secret.', String),
  GOOGLE_ISSUER: setting('https://accounts.google.com', 'Issuer of Google’s ID tokens.', networkUrl),
  VK_CLIENT_ID: setting('', 'Sign-in with VK: the application id; not offered without one.', String),
  VK_CLIENT_SECRET: setting('', 'Its secret.', String),
  VK_AUTHORIZE_URL: setting('https://id.vk.com/authorize', 'Page on which VK asks people.', networkUrl),
  VK_TOKEN_URL: setting('https://id.vk.com/oauth2/auth', 'Address of VK’s tokens.', networkUrl),
  VK_PROFILE_URL: setting('https://id.vk.com/oauth2/user_info', 'Address of VK’s profiles.', networkUrl),
  FACEBOOK_CLIENT_ID: setting('', 'Sign-in with Facebook: the app id; not offered without one.', String),
  FACEBOOK_CLIENT_SECRET: setting('', 'Its secret.', String),
  FACEBOOK_AUTHORIZE_URL: setting(
    'https://www.facebook.com/v23.0/dialog/oauth',
    'Page on which Facebook asks people.',
    networkUrl,
  ),
  FACEBOOK_TOKEN_URL: setting(
    'https://graph.facebook.com/v23.0/oauth/access_token',
    'Address of Facebook’s tokens.',
    networkUrl,
  ),
  FACEBOOK_PROFILE_URL: setting(
    'https://graph.facebook.com/v23.0/me?fields=id',
    'Address of Facebook’s profiles.',
    networkUrl,
  ),
  APPLE_CLIENT_ID: setting('', 'Sign in with Apple: the services id; not offered without one.', String),
  APPLE_TEAM_ID: setting('', 'Id of the team that the service belongs to.', String),
  APPLE_KEY_ID: setting('', 'Id of the team’s key.', String),
  APPLE_PRIVATE_KEY: setting(
    '',
    'The key itself, as in its .p8 file; line ends may be written as \\n.',
    applePrivateKey,
  ),
  APPLE_ISSUER: setting('https://appleid.apple.com', 'Issuer of Apple’s ID tokens.', networkUrl),
}

type Name = keyof typeof socialTable
type Read = (name: Name) => string

/** The configured networks. One with an id needs its other settings too; missing ones are added to `problems`. */
function socialProviders(readOne: Read, problems: string[]): SocialProviderSettings[] {
  const names = Object.keys(socialTable) as Name[]
  const values = Object.fromEntries(names.map(name => [name, readOne(name)])) as Record<Name, string>
  const read: Read = name => values[name]
  const found: SocialProviderSettings[] = []
  const whenSetUp = (id: Name, needed: readonly Name[], provider: (clientId: string) => SocialProviderSettings) => {
    if (read(id) === '') return
    for (const name of needed) if (read(name) === '') problems.push(`${name} is missing: ${id} needs it`)
    found.push(provider(read(id)))
  }
  whenSetUp('GOOGLE_CLIENT_ID', ['GOOGLE_CLIENT_SECRET'], clientId => ({
    source: 'google',
    kind: 'openid',
    clientId,
    issuer: read('GOOGLE_ISSUER'),
    secret: { kind: 'text', text: read('GOOGLE_CLIENT_SECRET') },
  }))
  for (const [source, prefix] of [['vkontakte', 'VK'] as const, ['facebook', 'FACEBOOK'] as const])
    whenSetUp(`${prefix}_CLIENT_ID`, [`${prefix}_CLIENT_SECRET`], clientId => ({
      source,
      kind: 'oauth',
      clientId,
      clientSecret: read(`${prefix}_CLIENT_SECRET`),
      authorizeUrl: read(`${prefix}_AUTHORIZE_URL`),
      tokenUrl: read(`${prefix}_TOKEN_URL`),
      profileUrl: read(`${prefix}_PROFILE_URL`),
    }))
  whenSetUp('APPLE_CLIENT_ID', ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'], clientId => ({
    source: 'apple',
    kind: 'openid',
    clientId,
    issuer: read('APPLE_ISSUER'),
    secret: {
      kind: 'apple',
      teamId: read('APPLE_TEAM_ID'),
      keyId: read('APPLE_KEY_ID'),
      pem: read('APPLE_PRIVATE_KEY'),
    },
  }))
  return found
}

export const socialSettings = featureSettings({ table: socialTable, read: socialProviders })

/** A network as configured; every address the server contacts comes from here, never from a user. */
export type SocialProviderSettings = { source: SocialSource; clientId: string } & (
  | { kind: 'openid'; issuer: string; secret: ClientSecret }
  | { kind: 'oauth'; authorizeUrl: string; tokenUrl: string; profileUrl: string; clientSecret: string }
)

/** A plain secret or, for Apple, the PEM key to sign one with. */
export type ClientSecret =
  | { kind: 'text'; text: string }
  | { kind: 'apple'; teamId: string; keyId: string; pem: string }
