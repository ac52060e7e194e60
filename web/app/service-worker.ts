import type { WorkboxPlugin } from 'workbox-core'
import { precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { picturesCache } from '#kit/request/personal-caches.ts'
import { refreshBadge } from './service-worker/badge.ts'
import { maybeHere, serveFile } from './service-worker/features.ts'
import { keepPage, refreshPage, showPage } from './service-worker/page.ts'
import { openNotice, renewSubscription, showPush } from './service-worker/push.ts'
import { sessionTokenOf } from './service-worker/session-token.ts'
import type { Lasting, WorkerScope } from './service-worker/scope.ts'
import { takeShared } from './service-worker/share.ts'
import { forgetOldShared } from '#web/platform/device/shared-files.ts'

declare const self: WorkerScope

/** The most pictures cached. */
const pictureCount = 150
/** The most parts of the app cached besides those that come with the worker: texts, engines, earlier versions. */
const partCount = 40

precacheAndRoute(self.__WB_MANIFEST)

self.addEventListener('install', event => event.waitUntil(keepPage()))

// This worker's page and its parts belong together, so it takes over only where at most one page of the previous version is open.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isPage(url.pathname),
  context => navigate(context),
)

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/share',
  ({ request }) => takeShared(request),
  'POST',
)

registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.startsWith('/v/'),
  new CacheFirst({ cacheName: 'parts', plugins: [bounded('parts', partCount)] }),
)

const pictures = new StaleWhileRevalidate({ cacheName: picturesCache, plugins: [bounded(picturesCache, pictureCount)] })
const isPicture = (request: Request, url: URL) =>
  request.destination === 'image' && /^\/(media|brands)\//.test(url.pathname)

const isOwnFile = (url: URL) => url.origin === location.origin && url.pathname.startsWith('/media/')

const sessionToken = () => sessionTokenOf(self)

// A worker that cannot tell whose session it is plays nothing; what is not on this device makes no detour.
registerRoute(
  ({ request, url }) =>
    isPicture(request, url) || (self.cookieStore !== undefined && isOwnFile(url) && maybeHere(url.pathname)),
  async context => {
    const { request, url } = context
    const own = isOwnFile(url) ? await serveFile(request, sessionToken).catch(() => undefined) : undefined
    return own ?? (isPicture(request, url) ? pictures.handle(context) : fetch(request))
  },
)

/** Keeps at most `count` entries in a cache: the ones put first go first. */
function bounded(cacheName: string, count: number): WorkboxPlugin {
  return {
    async cacheDidUpdate() {
      const cache = await caches.open(cacheName)
      const keys = await cache.keys()
      for (const key of keys.slice(0, Math.max(0, keys.length - count))) await cache.delete(key)
    },
  }
}

function isPage(path: string): boolean {
  return !/^\/(spa|media|v|brands|admin|studio)(\/|$)|^\/(openapi\.json|metrics|healthz|readyz|robots\.txt|sitemap\.xml)$/.test(
    path,
  )
}

async function navigate({ event, url, request }: { event: Lasting; url: URL; request: Request }): Promise<Response> {
  event.waitUntil(forgetOldShared(Date.now()))
  const others = await self.clients.matchAll({ type: 'window' })
  if (self.registration.waiting && others.length < 2) {
    self.registration.waiting.postMessage('take-over')
    return new Response('', { headers: { refresh: '0' } })
  }
  // The server draws these; the app's own page is for when it cannot be reached.
  if (/^\/explore(\/|$)/.test(url.pathname)) return fetch(request).catch(showPage)
  if (url.searchParams.has('lang_reloaded')) return refreshPage().catch(showPage)
  event.waitUntil(refreshPage().catch(() => {}))
  return showPage()
}

/** Takes over from the worker of an earlier release, unless several pages are open: the others would lose their parts. */
async function takeOverAlone(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.length < 2) await self.skipWaiting()
}

self.addEventListener('message', event => {
  if (event.data === 'take-over') void self.skipWaiting()
  if (event.data === 'take-over-alone') event.waitUntil(takeOverAlone())
  if (event.data === 'take-page') void self.clients.claim()
})

self.addEventListener('push', event => {
  event.waitUntil(showPush(self, event.data?.text() ?? ''))
  event.waitUntil(refreshBadge(sessionToken).catch(() => {}))
})
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openNotice(self, event.notification.data))
})
self.addEventListener('pushsubscriptionchange', event => event.waitUntil(renewSubscription(self, event, sessionToken)))
