import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

type Headers = Record<string, string>

/** Other sites a page may load scripts and pictures from, connect to, or frame. */
export type PageSources = Record<'scripts' | 'connections' | 'pictures' | 'frames', readonly string[]>
const noSources: PageSources = { scripts: [], connections: [], pictures: [], frames: [] }

/**
 * Headers of every answer: no inline scripts, frames and viewers of nothing unexpected, nosniff, and HSTS when the
 * school uses https. `mediaOrigin` is the external media store, if any; `sourcesAt` lists other sites the learner app
 * at a host may use. Helmet runs once per set of sites, not per request.
 */
export function addSecurityHeaders(
  server: FastifyInstance,
  isHttps: boolean,
  mediaOrigin?: string,
  sourcesAt: (host: string) => PageSources = () => noSources,
) {
  const known = new Map<string, Headers>()
  const pageHeaders = (sources: PageSources) => {
    const key = JSON.stringify(sources)
    const headers =
      known.get(key) ??
      headersOf({
        hsts: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
        crossOriginEmbedderPolicy: false,
        // Addresses may carry a one-time token.
        referrerPolicy: { policy: 'no-referrer' as const },
        contentSecurityPolicy: { useDefaults: false, directives: directivesWith(mediaOrigin, sources) },
      })
    known.set(key, headers)
    return headers
  }
  const ofPages = pageHeaders(noSources)
  const ofCalls: Headers = {
    // The answer depends on the token; a handler that supports conditional requests overrides this.
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...(ofPages['strict-transport-security'] && { 'strict-transport-security': ofPages['strict-transport-security'] }),
  }
  // The policy matters for documents only; on the many small files of a first load it would outweigh the file.
  const ofFiles: Headers = { 'x-content-type-options': 'nosniff' }
  server.addHook('onRequest', async ({ url, hostname }, reply) => {
    if (url.startsWith('/spa/')) reply.headers(ofCalls)
    else if (/^\/(admin\/)?v\/assets\//.test(url)) reply.headers(ofFiles)
    // The studio must not use other sites.
    else reply.headers(/^\/(admin|media|brands)(\/|$)/.test(url) ? ofPages : pageHeaders(sourcesAt(hostname)))
  })
}

const pageDirectives = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  frameSrc: ["'self'"],
  frameAncestors: ["'self'"],
  // The browser's own viewer of PDF documents.
  objectSrc: ["'self'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
}

function directivesWith(mediaOrigin: string | undefined, { scripts, connections, pictures, frames }: PageSources) {
  const { scriptSrc, imgSrc, mediaSrc, connectSrc, frameSrc, objectSrc } = pageDirectives
  const media = mediaOrigin === undefined ? [] : [mediaOrigin]
  return {
    ...pageDirectives,
    scriptSrc: [...scriptSrc, ...scripts],
    imgSrc: [...imgSrc, ...media, ...pictures],
    mediaSrc: [...mediaSrc, ...media],
    connectSrc: [...connectSrc, ...media, ...connections],
    frameSrc: [...frameSrc, ...frames],
    objectSrc: [...objectSrc, ...frames],
  }
}

function headersOf(options: Parameters<typeof helmet>[0]): Headers {
  const headers: Headers = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => undefined,
  }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}
