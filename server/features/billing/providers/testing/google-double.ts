import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { exportJWK, jwtVerify, SignJWT } from 'jose'
import { serveDouble } from './double-server.ts'
import { GooglePlayDouble } from './google-play.ts'

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const packageName = 'com.school.morning'
const pushAudience = 'https://school.test/payments'
const pushAccount = 'push@school.iam.gserviceaccount.com'
const client = 'shop@school.iam.gserviceaccount.com'
const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

type Pushed = {
  kind: 'subscriptionNotification' | 'oneTimeProductNotification' | 'voidedPurchaseNotification' | 'testNotification'
  token: string
  code?: string
  /** Which of its payments was given back; the last one where it is left out. */
  order?: string
}

/** Google Play’s calls, its tokens and Pub/Sub’s pushes, as strict as what is published of them; `now` in ms. */
export async function googleDouble(now: () => number) {
  const [own, signing] = [rsa(), rsa()]
  const play = new GooglePlayDouble(packageName, now)
  const kid = createHash('sha256').update('key').digest('hex').slice(0, 16)
  const jwk = { ...(await exportJWK(signing.publicKey)), kid, alg: 'RS256', use: 'sig' }
  const tokens = new Tokens(own.publicKey, now)
  const server = await serveDouble(async ({ method, url, headers, body }) => {
    if (url.pathname === '/oauth2/v3/certs') return { status: 200, body: { keys: [jwk] } }
    if (url.pathname === '/token') {
      const token = method === 'POST' ? await tokens.issue(body).catch(() => undefined) : undefined
      const answer = { access_token: token, expires_in: 3599, token_type: 'Bearer' }
      return token ? { status: 200, body: answer } : { status: 400, body: { error: 'invalid_grant' } }
    }
    if (!tokens.isKnown(headers.authorization)) return { status: 401, body: { error: { code: 401 } } }
    return play.answer(method, url.pathname, body)
  })
  const file = {
    type: 'service_account',
    client_email: client,
    private_key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
  return {
    url: server.url,
    next: server.next,
    play,
    packageName,
    issued: () => tokens.issued,
    keys: {
      environment: 'Production' as const,
      package_name: packageName,
      service_account: JSON.stringify(file),
      push_audience: pushAudience,
      push_account: pushAccount,
    },
    ...pubSub(play, { key: signing.privateKey, kid, now }),
    close: () => server.close(),
  }
}

/** What Google’s tokens give: one for each assertion that the service account has signed, good for an hour. */
class Tokens {
  issued = 0
  readonly #known = new Map<string, number>()
  readonly #key: KeyObject
  readonly #now: () => number
  constructor(key: KeyObject, now: () => number) {
    this.#key = key
    this.#now = now
  }

  async issue(body: string): Promise<string | undefined> {
    const form = new URLSearchParams(body)
    const isAsked = form.get('grant_type') === grant && [...form.keys()].toSorted().join() === 'assertion,grant_type'
    const audience = 'https://oauth2.googleapis.com/token'
    const options = { issuer: client, audience, algorithms: ['RS256'], currentDate: new Date(this.#now()) }
    const { payload } = await jwtVerify(form.get('assertion') ?? '', this.#key, options)
    if (!isAsked || payload['scope'] !== 'https://www.googleapis.com/auth/androidpublisher') return undefined
    const token = `token ${++this.issued}`
    this.#known.set(`Bearer ${token}`, this.#now() + 3_600_000)
    return token
  }

  isKnown = (sent: string | undefined) => (this.#known.get(sent ?? '') ?? 0) > this.#now()
}

type Signing = { key: KeyObject; kid: string; now: () => number }

function pubSub(play: GooglePlayDouble, { key: own, kid, now }: Signing) {
  let pushes = 0
  return {
    /** The token with which Pub/Sub proves itself. */
    pushToken: ({ email = pushAccount, audience = pushAudience, key = own } = {}) =>
      new SignJWT({ email, email_verified: true })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer('https://accounts.google.com')
        .setAudience(audience)
        .setIssuedAt(Math.floor(now() / 1000))
        .setExpirationTime(Math.floor(now() / 1000) + 3600)
        .sign(key),
    /** What Pub/Sub pushes, as its body. */
    push({ kind, token, code, order = play.orderIdOf(token) }: Pushed, name = packageName): string {
      const voided = { orderId: order, productType: code === undefined ? 1 : 2, refundType: 1 }
      const told = {
        subscriptionNotification: { version: '1.0', notificationType: 4, purchaseToken: token },
        oneTimeProductNotification: { version: '1.0', notificationType: 1, purchaseToken: token, sku: code },
        voidedPurchaseNotification: { purchaseToken: token, ...voided },
        testNotification: { version: '1.0' },
      }[kind]
      const data = { version: '1.0', packageName: name, eventTimeMillis: String(now()), [kind]: told }
      const message = {
        data: Buffer.from(JSON.stringify(data)).toString('base64'),
        messageId: String(100 + ++pushes),
        publishTime: new Date(now()),
      }
      return JSON.stringify({ message, subscription: 'projects/school/subscriptions/play' })
    },
  }
}
