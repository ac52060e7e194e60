import type { Page, Request, Route } from '@playwright/test'

type Manner = 'held' | 'failed' | 'cut' | 'let through'

/** What both apps read before there is any screen: always answered. */
const beforeScreens =
  /\/(user|chats)\?lang=|\/user-course-streams\?expand=progress%2Cfreeze|\/(site-configuration|external-application-config)\?/

/** What they read beside any screen, for their menus and counts. */
export const besideScreens =
  /\/(community|payment-subscription|user-score\/amount|user\/cookie-policy|user-notices\/unread)$/

const calls = /\/spa\/(api\/v1|v2)\//

/** What stands at places of a screen is read once it is drawn; on the page of banners it is what the screen reads. */
const isOfPlaces = (request: Request): boolean =>
  /\/spa\/api\/v1\/(banners|banner\/new-features)(\?|$)/.test(request.url()) &&
  new URL(request.frame().url()).pathname !== '/banners'

/** Whether a screen reads something with a request; an order is also read by having it checked, and an invitation by its token. */
const isOfScreen = (request: Request): boolean =>
  calls.test(request.url()) &&
  (request.method() === 'GET' || /\/(check|invitation)\?/.test(request.url())) &&
  !beforeScreens.test(request.url()) &&
  !isOfPlaces(request)

const answered = (route: Route, manner: Manner): Promise<void> => {
  if (manner === 'failed') return route.fulfill({ status: 500, json: {} })
  return manner === 'cut' ? route.abort() : route.fallback()
}

/** Has what a screen reads wait, until another manner is chosen. */
export async function holdCalls(page: Page) {
  let manner: Manner = 'held'
  const asked = new Set<string>()
  let reads = 0
  const count = (request: Request) => void (isOfScreen(request) && reads++)
  page.on('request', count)
  const held: Route[] = []
  await page.route(calls, async route => {
    if (!isOfScreen(route.request())) return route.fallback()
    asked.add(new URL(route.request().url()).pathname)
    if (manner === 'held') held.push(route)
    else await answered(route, manner)
  })
  return {
    asked,
    async turnTo(next: Manner) {
      manner = next
      await Promise.all(held.splice(0).map(route => answered(route, next)))
    },
    /** How often the screen has read anything. */
    reads: () => reads,
    release() {
      page.off('request', count)
      return page.unroute(calls)
    },
  }
}
