import { sign } from 'node:crypto'
import type { ClientSecret } from './provider-settings.ts'

const lifeSeconds = 300

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The client secret that Apple takes: a JWT of five minutes signed by ES256 with the team's key; `now` in ms. */
export function appleSecret(
  { teamId, keyId, pem }: Extract<ClientSecret, { kind: 'apple' }>,
  { clientId, audience, now }: { clientId: string; audience: string; now: number },
): string {
  const issuedAt = Math.floor(now / 1000)
  const claims = { iss: teamId, sub: clientId, aud: audience, iat: issuedAt, exp: issuedAt + lifeSeconds }
  const signed = `${part({ alg: 'ES256', kid: keyId, typ: 'JWT' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: pem, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
