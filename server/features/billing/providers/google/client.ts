import { importPKCS8, SignJWT } from 'jose'
import type { Static, TSchema } from 'typebox'
import { askProvider, heard } from '../ask-provider.ts'
import { ProviderRefused, ProviderUnavailable } from '../provider.ts'
import { PurchaseRefused } from '../store.ts'
import { keysAnswer, tokenAnswer } from './answers.ts'

const scope = 'https://www.googleapis.com/auth/androidpublisher'
const homes = {
  play: 'https://androidpublisher.googleapis.com',
  tokens: 'https://oauth2.googleapis.com',
  keys: 'https://www.googleapis.com',
}
/** How long before it ends a new token is asked for, in ms. */
const spareMs = 60_000
const tokenLifeSeconds = 3600

export type ServiceAccount = { email: string; privateKey: string }
type Place = { address: string | undefined; clock(): number }
type Asked = { method: 'GET' | 'POST'; path: string; body?: object }

export type GoogleClient = ReturnType<typeof googleClient>

/** Google Play’s calls for one app, in the name of a service account; at `address` for a double, which may be on this machine. */
export function googleClient(account: ServiceAccount, packageName: string, { address, clock }: Place) {
  let token: { text: string; until: number } | undefined
  let asking: Promise<string> | undefined
  const allowPrivate = address !== undefined

  /** One is asked for at a time, however many wait for it. */
  async function accessToken(): Promise<string> {
    if (token && token.until > clock()) return token.text
    asking ??= newToken().finally(() => (asking = undefined))
    return asking
  }

  async function newToken(): Promise<string> {
    const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    const form = { grant_type: grant, assertion: await signed(account, clock()) }
    const url = `${address ?? homes.tokens}/token`
    const { status, said } = await askProvider({ url, method: 'POST', headers: {}, form, allowPrivate })
    if (status !== 200) throw new ProviderRefused(`Google refuses the service account: ${status}`)
    const { access_token: text, expires_in: seconds } = heard(tokenAnswer, said)
    token = { text, until: clock() + seconds * 1000 - spareMs }
    return text
  }

  async function ask({ method, path, body }: Asked) {
    const headers = { authorization: `Bearer ${await accessToken()}` }
    const url = `${address ?? homes.play}/androidpublisher/v3/applications/${packageName}/${path}`
    const answer = await askProvider({ url, method, headers, body, allowPrivate })
    if (answer.status !== 401) return answer
    // It was taken back before its time.
    token = undefined
    throw new ProviderUnavailable('Google does not know its own token any more')
  }

  return {
    accessToken,
    /** Reads what Google knows; PurchaseRefused for what it does not. */
    async find<Schema extends TSchema>(path: string, schema: Schema): Promise<Static<Schema>> {
      const { status, said } = await ask({ method: 'GET', path })
      if (status === 400 || status === 404 || status === 410)
        throw new PurchaseRefused('ERR_VERIFICATION_FAILED', `Google knows no such purchase: ${status}`)
      if (status !== 200) throw new ProviderRefused(`Google refuses the service account: ${status}`)
      return heard(schema, said)
    },
    /** Tells Google something of a purchase. What it knows already, or does not want to know any more, is fine. */
    async tell(path: string): Promise<void> {
      const { status } = await ask({ method: 'POST', path, body: {} })
      if (status === 403) throw new ProviderRefused(`Google refuses the service account: ${status}`)
    },
    /** The keys with which Google signs tokens of its own accounts. */
    async signingKeys() {
      const url = `${address ?? homes.keys}/oauth2/v3/certs`
      return heard(keysAnswer, (await askProvider({ url, method: 'GET', headers: {}, allowPrivate })).said)
    },
  }
}

/** What a service account proves itself with (RFC 7523). */
async function signed({ email, privateKey }: ServiceAccount, now: number): Promise<string> {
  const seconds = Math.floor(now / 1000)
  const key = await importPKCS8(privateKey, 'RS256').catch(() => {
    throw new ProviderRefused('The private key of the service account cannot be read')
  })
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(`${homes.tokens}/token`)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + tokenLifeSeconds)
    .sign(key)
}
