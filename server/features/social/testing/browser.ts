import type { FastifyInstance } from 'fastify'
import type { SocialSource } from '#shared/features/social/rules.ts'

/** The address of the test school. */
export const school = 'https://school.test'

export type Visit = {
  status: number
  url: string
  location: string | undefined
  body: string
  headers: Record<string, unknown>
}

/** A browser reduced to redirects, cookies and forms; it calls the school directly and networks over HTTP. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>()
  /** Every requested address. */
  readonly visited: string[] = []
  readonly app: { server: FastifyInstance }
  /** The browser's address as the school sees it. */
  readonly ip: string
  constructor(app: { server: FastifyInstance }, ip = '127.0.0.1') {
    this.app = app
    this.ip = ip
  }

  /** Makes one request without following redirects. */
  async visit(address: string, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Visit> {
    const url = new URL(address)
    this.visited.push(address)
    const jar = this.cookies.get(url.host) ?? new Map<string, string>()
    this.cookies.set(url.host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = { ...headers, ...(cookie && { cookie }) }
    const visit = url.origin === school ? await this.#askSchool(url, sent) : await askNetwork(url, sent, form)
    for (const line of visit.setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0|01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    const location = visit.location === undefined ? undefined : new URL(visit.location, url).href
    return { ...visit, location, url: address }
  }

  async #askSchool(url: URL, headers: Record<string, string>) {
    const answer = await this.app.server.inject({
      remoteAddress: this.ip,
      url: url.pathname + url.search,
      headers: { ...headers, host: url.host },
    })
    const { statusCode: status, body } = answer
    const given = [answer.headers['set-cookie'] ?? []].flat()
    return { status, body, location: answer.headers.location, headers: answer.headers, setCookies: given }
  }

  /** Follows redirects to a page, or until the school is asked for something other than its social routes. */
  async follow(visit: Visit): Promise<Visit> {
    let last = visit
    while (last.location && !isApp(last.location)) last = await this.visit(last.location)
    return last
  }

  /** Fills in the network's forms as `login` until the browser is sent back; returns the app's address. */
  async signInAt(source: SocialSource, login: string, begin: Visit): Promise<URL> {
    let page = await this.follow(begin)
    for (let forms = 0; forms < 3 && !page.location; forms++) page = await this.follow(await this.#submit(page, login))
    if (!page.location) throw new Error(`No way back from ${source}: ${page.status} ${page.body.slice(0, 300)}`)
    return new URL(page.location)
  }

  async #submit(page: Visit, login: string): Promise<Visit> {
    const action = /<form[^>]*action="([^"]*)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const hidden = [...page.body.matchAll(/<input type="hidden" name="(\w+)" value="(\w*)"/g)]
    const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
    return this.visit(new URL(action, page.url).href, { ...fields, login, password: 'any' })
  }
}

const isApp = (address: string) => {
  const { origin, pathname } = new URL(address)
  return (origin === school && !pathname.startsWith('/spa/social/')) || !/127\.0\.0\.1|school\.test/.test(origin)
}

async function askNetwork(url: URL, headers: Record<string, string>, form?: Record<string, string>) {
  const body = form && new URLSearchParams(form)
  const answer = await fetch(url, { method: body ? 'POST' : 'GET', headers, ...(body && { body }), redirect: 'manual' })
  return {
    status: answer.status,
    body: await answer.text(),
    location: answer.headers.get('location') ?? undefined,
    headers: Object.fromEntries(answer.headers),
    setCookies: answer.headers.getSetCookie(),
  }
}
