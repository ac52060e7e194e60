import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What is wrong with a forging network's ID tokens. */
export type Forgery = 'nothing' | 'key' | 'audience' | 'issuer' | 'nonce' | 'time'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

type Issued = { origin: string; forgery: Forgery; nonce: string; own: KeyObject; others: KeyObject }

function idToken({ origin, forgery, nonce, own, others }: Issued): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: forgery === 'issuer' ? 'https://another.example' : origin,
    aud: forgery === 'audience' ? 'another client' : 'kurso',
    sub: 'forged',
    nonce: forgery === 'nonce' ? 'another nonce' : nonce,
    iat: forgery === 'time' ? now - 7200 : now,
    exp: forgery === 'time' ? now - 3600 : now + 60,
  }
  const signed = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), forgery === 'key' ? others : own).toString('base64url')}`
}

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** An OpenID provider that sends everybody straight back as the same person, with ID tokens flawed as `forge` says. */
export async function startForgingNetwork() {
  const own = newKeys()
  const keys = { own: own.privateKey, others: newKeys().privateKey }
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = { forgery: 'nothing' as Forgery, nonce: '' }

  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }),
    '/token': () => ({ access_token: 'x', token_type: 'bearer', id_token: idToken({ origin, ...state, ...keys }) }),
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    if (pathname === '/authorize') {
      state.nonce = searchParams.get('nonce') ?? ''
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '' }).toString()
      return void response.writeHead(302, { location: back.href }).end()
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[pathname]?.()))
  })
  return {
    origin,
    forge: (forgery: Forgery) => void (state.forgery = forgery),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
