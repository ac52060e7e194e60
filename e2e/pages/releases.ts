import type { Page, Route } from '@playwright/test'

const partName = /([A-Za-z][\w.-]*-[\w-]{4,8})\.(js|css)\b/g
const renamed = (text: string) => text.replace(partName, '$1.next.$2')

/** From now on the page is given a newer release: every part of the app has another name, and the old names are gone. */
export async function serveNextRelease(page: Page): Promise<void> {
  await page.route('**/v/assets/**', servePart)
  await page.route(
    url => !/^\/(spa|v|media|brands)\//.test(url.pathname),
    async route => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      await route.fulfill({ response, body: renamed(await response.text()) })
    },
  )
}

async function servePart(route: Route) {
  const url = route.request().url()
  if (!url.includes('.next.')) return route.fulfill({ status: 404 })
  const response = await route.fetch({ url: url.replace('.next.', '.') })
  await route.fulfill({ contentType: response.headers()['content-type'] ?? '', body: renamed(await response.text()) })
}
