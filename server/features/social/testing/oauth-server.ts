import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

type Given = { login: string; challenge: string; redirectUri: string; device: string }
type Client = { id: string; secret: string }
type Answer = { status: number; type: string; text: string; location?: string }

/** Logins that cause trouble: one the network returns no id for, one it answers with nonsense. */
export const oddLogins = { nameless: 'nameless', nonsense: 'nonsense' }

/**
 * Two plain OAuth 2 networks that behave like the real ones: Facebook with a bearer token and a GET; VK with a device
 * id, no token type, an ID token from another issuer and a profile behind a form. Both insist on PKCE, registered
 * redirect addresses and single-use codes.
 */
export class OauthServer {
  readonly #codes = new Map<string, Given>()
  readonly #tokens = new Map<string, string>()
  readonly #client: Client
  readonly #redirectUris: readonly string[]
  constructor(client: Client, redirectUris: readonly string[]) {
    this.#client = client
    this.#redirectUris = redirectUris
  }

  /** Answers a request to these networks; false when it is not for them. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const url = new URL(request.url ?? '/', 'http://network.test')
    const [, network, what = ''] = url.pathname.split('/')
    if (network !== 'vk' && network !== 'facebook') return false
    const form = request.method === 'POST' ? new URLSearchParams(await textOf(request)) : undefined
    const bearer = request.headers.authorization?.replace(/^bearer /i, '')
    const { status, type, text, location } = this.#at(what, { url, form, bearer, isVk: network === 'vk' })
    response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(text)
    return true
  }

  #at(what: string, asked: { url: URL; form?: URLSearchParams; bearer?: string; isVk: boolean }): Answer {
    const { url, form, isVk } = asked
    if (what === 'authorize') return form ? this.#giveCode(url, form, isVk) : this.#page(url)
    if (what === 'token' && form) return this.#giveToken(form, isVk)
    const token = isVk ? form?.get('access_token') : asked.bearer
    return what === 'profile' ? profileOf(this.#tokens.get(token ?? ''), isVk) : json({}, 404)
  }

  #page({ pathname, search, searchParams: query }: URL): Answer {
    const redirectUri = query.get('redirect_uri') ?? ''
    const isKnown = this.#redirectUris.includes(redirectUri) && query.get('client_id') === this.#client.id
    if (!isKnown || query.get('code_challenge_method') !== 'S256') return json({ error: 'invalid_request' }, 400)
    const back = returning(query, { error: 'access_denied' })
    const form = `<form method="post" action="${escaped(pathname + search)}"><input name="login" aria-label="login">
      <button>Sign-in</button></form><a href="${escaped(back)}">[ Cancel ]</a>`
    return { status: 200, type: 'text/html', text: `<!doctype html><title>A network</title>${form}` }
  }

  #giveCode({ searchParams: query }: URL, form: URLSearchParams, isVk: boolean): Answer {
    const code = randomBytes(16).toString('hex')
    const device = isVk ? randomBytes(8).toString('hex') : ''
    const [challenge, redirectUri] = [query.get('code_challenge') ?? '', query.get('redirect_uri') ?? '']
    this.#codes.set(code, { login: form.get('login') ?? '', challenge, redirectUri, device })
    const location = returning(query, { code, ...(device && { device_id: device }) })
    return { status: 302, type: 'text/plain', text: '', location }
  }

  #giveToken(form: URLSearchParams, isVk: boolean): Answer {
    const field = (name: string) => form.get(name) ?? ''
    const given = this.#codes.get(field('code'))
    this.#codes.delete(field('code'))
    const challenge = createHash('sha256').update(field('code_verifier')).digest('base64url')
    const isClient = field('client_id') === this.#client.id && field('client_secret') === this.#client.secret
    const isAsGiven = given?.redirectUri === field('redirect_uri') && given.device === field('device_id')
    if (!isClient || !isAsGiven || given?.challenge !== challenge)
      return json({ error: 'invalid_grant', error_description: '<b>no</b>' }, 400)
    if (given.login === oddLogins.nonsense) return { status: 200, type: 'text/html', text: '<html>sorry</html>' }
    const token = randomBytes(16).toString('hex')
    this.#tokens.set(token, given.login)
    return json(isVk ? { access_token: token, id_token: 'e30.e30.e30' } : { access_token: token, token_type: 'bearer' })
  }
}

function profileOf(login: string | undefined, isVk: boolean): Answer {
  if (login === undefined) return json({ error: { message: 'who?' } }, 400)
  if (login === oddLogins.nameless) return json({ name: 'Nobody' })
  return json(isVk ? { user: { user_id: numberOf(login), first_name: login } } : { id: login })
}

function returning(query: URLSearchParams, said: Record<string, string>): string {
  const back = new URL(query.get('redirect_uri') ?? '')
  for (const [name, value] of Object.entries({ ...said, state: query.get('state') ?? '' }))
    back.searchParams.set(name, value)
  return back.href
}

/** VK ids are numbers. */
const numberOf = (login: string) => createHash('sha256').update(login).digest().readUIntBE(0, 6)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const json = (value: object, status = 200): Answer => ({
  status,
  type: 'application/json',
  text: JSON.stringify(value),
})

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
