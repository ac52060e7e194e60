import type { FastifyReply, FastifyRequest } from 'fastify'

/** Cookies of the browser that makes a call, hidden from scripts and other sites. */
export type BrowserCookies = {
  read(name: string): string | undefined
  /** Keeps a value, of letters, digits and `-_.`, for so many seconds. */
  keep(name: string, value: string, seconds: number): void
}

/** The value of a cookie, if the browser sent it. */
export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const parts = (headers.cookie ?? '').split(';').map(part => part.trim())
  return parts.find(part => part.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** The cookies of a call. On https their names have a prefix, so that no other host of the domain can set them. */
export function browserCookies(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): BrowserCookies {
  const nameOf = (name: string) => (isHttps ? `__Host-${name}` : name)
  const secure = isHttps ? '; Secure' : ''
  return {
    read: name => cookieOf(request, nameOf(name)),
    keep: (name, value, seconds) =>
      void reply.header(
        'set-cookie',
        `${nameOf(name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
      ),
  }
}
