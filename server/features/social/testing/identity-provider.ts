import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { type SocialSource, socialSources } from '#shared/features/social/rules.ts'
import { apple, client, networkSettings } from './network-settings.ts'
import { OauthServer } from './oauth-server.ts'

/**
 * A real OpenID provider with its own pages, standing in for Google and Apple, with VK and Facebook beside it; a login
 * is enough to sign in. `schools` are the origins it sends people back to.
 */
export async function startIdentityProvider({ port = 0, schools }: { port?: number; schools: readonly string[] }) {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const callbacks = (source: SocialSource) => schools.map(school => `${school}/spa/social/${source}/callback`)
  const openid = openidProvider(origin, callbacks, key.publicKey)
  const answerOpenid = openid.callback()
  const oauth = new OauthServer(client, socialSources.flatMap(callbacks))
  const asked: string[] = []
  server.on('request', (request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (request.url === '/favicon.ico') return void response.writeHead(204).end()
    void oauth.answer(request, response).then(isDone => (isDone ? undefined : answerOpenid(request, response)))
  })
  const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    origin,
    settings: networkSettings(origin, pem),
    /** Requested paths, without queries. */
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function openidProvider(issuer: string, callbacks: (source: SocialSource) => string[], appleKey: KeyObject): Provider {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const common = { token_endpoint_auth_method: 'client_secret_post', response_types: ['code' as const] } as const
  const provider = new Provider(issuer, {
    clients: [
      { ...common, client_id: client.id, client_secret: client.secret, redirect_uris: callbacks('google') },
      { ...common, client_id: apple.id, client_secret: 'made again each time', redirect_uris: callbacks('apple') },
    ],
    cookies: { keys: ['a key of the test'] },
    jwks: { keys: [{ ...keys.export({ format: 'jwk' }), use: 'sig' }] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  })
  const { compareClientSecret } = provider.Client.prototype
  // Like Apple: the secret is a JWT signed with the team's key.
  provider.Client.prototype.compareClientSecret = function compare(actual: string) {
    return this.clientId === apple.id
      ? isApplesSecret(actual, issuer, appleKey)
      : compareClientSecret.call(this, actual)
  }
  return provider
}

function isApplesSecret(jwt: string, issuer: string, publicKey: KeyObject): boolean {
  const [head = '', body = '', signature = ''] = jwt.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const key = {
    key: createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
    dsaEncoding: 'ieee-p1363',
  } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) return false
  const { alg, kid } = read(head)
  const { iss, sub, aud, exp } = read(body)
  const named = [alg, kid, iss, sub, aud].join(' ')
  return named === ['ES256', apple.keyId, apple.teamId, apple.id, issuer].join(' ') && Number(exp) > Date.now() / 1000
}
