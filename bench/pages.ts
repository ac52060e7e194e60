import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { projectRoot } from '#server/platform/project-root.ts'
import { chromiumOnPath } from '../scripts/chromium.mjs'
import { serveBarePage } from './bare-page.ts'
import { size } from './size.ts'

export type PageRow = {
  page: string
  scriptKb: number
  requests: number
  lcpMs: number
  /** The largest paint in times of that of a bare page of React and a router, measured just before it. */
  lcpOfBare: number
  blockingMs: number
  goal: string
}

/** Lighthouse's slow 4G: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up; and a processor four times slower. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

type Visit = { page: string; path: string; ready: (page: Page) => Promise<unknown>; goal: string; isSignedIn: boolean }

/** What a first visit costs: compressed script, requests, largest paint beside a bare page's, and blocking time. */
export async function measurePages(origin: string, signIn: { email: string; password: string }): Promise<PageRow[]> {
  const executablePath = chromiumOnPath()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  try {
    const { token, streamId, dayNumber } = await learnerOf(origin, signIn)
    const visits: Visit[] = [
      {
        page: 'sign-in',
        path: '/',
        isSignedIn: false,
        ready: page => page.locator('input[type=password]').waitFor(),
        goal: 'script ≤ 90 kB, LCP ≤ 1.3 × bare, TBT ≤ 100 ms',
      },
      {
        page: 'public course',
        path: '/explore/en/read-a-chart',
        isSignedIn: false,
        ready: page => page.locator('.public h1').waitFor(),
        goal: 'LCP ≤ 1.3 × bare',
      },
      {
        page: 'home',
        path: '/home',
        isSignedIn: true,
        ready: page => page.locator('main a[href*="/calendar"]').first().waitFor(),
        goal: 'script ≤ 120 kB, LCP ≤ 1.8 × bare, TBT ≤ 100 ms',
      },
      {
        page: 'lesson playing',
        path: `/course/${streamId}/calendar/${dayNumber}`,
        isSignedIn: true,
        ready: playFirst,
        goal: 'script ≤ 330 kB with HLS, ≤ 160 kB without',
      },
    ]
    const rows: PageRow[] = []
    for (const visit of visits.slice(0, size.pages)) rows.push(await medianOf(browser, origin, token, visit))
    return rows
  } finally {
    await browser.close()
  }
}

async function playFirst(page: Page) {
  await page.getByRole('button', { name: /^play/i }).first().click({ timeout: 60_000 })
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2, undefined, {
    timeout: 60_000,
  })
}

async function learnerOf(origin: string, body: { email: string; password: string }) {
  const ask = async <Answer>(path: string, init: RequestInit = {}) =>
    (await (await fetch(`${origin}/spa/api/v1${path}`, init)).json()) as Answer
  const headers = { 'content-type': 'application/json' }
  const { token } = await ask<{ token: string }>('/auth/login', { method: 'POST', headers, body: JSON.stringify(body) })
  const signedIn = { headers: { authorization: `Bearer ${token}` } }
  const streams = await ask<{ id: number; status: string; is_demo: boolean }[]>('/user-course-streams', signedIn)
  const streamId = streams.find(stream => stream.status === 'open' && !stream.is_demo)?.id ?? streams[0]?.id ?? 0
  const { days } = await ask<{ days: { state: string }[] }>(
    `/user-course-streams/${streamId}/status?expand=days`,
    signedIn,
  )
  return { token, streamId, dayNumber: days.findIndex(day => day.state === 'current') + 1 }
}

type Painted = { paint: { lcp: number; blocking: number; lastAt: number } }

/** How long nothing large may have been painted or computed before the figures are read, in ms. */
const quiet = 500

function isAtRest(quietMs: number): boolean {
  const { lcp, lastAt } = (window as unknown as Painted).paint
  return lcp > 0 && performance.now() - lastAt > quietMs
}

/** The round with the median largest paint, each beside a visit to the bare page. */
async function medianOf(browser: Browser, origin: string, token: string, visit: Visit): Promise<PageRow> {
  const bare = await serveBarePage()
  const found: PageRow[] = []
  try {
    for (let round = 0; round < size.rounds; round++) {
      const { lcpMs: least } = await measureVisit(browser, bare.origin, token, bareVisit)
      const row = await measureVisit(browser, origin, token, visit)
      found.push({ ...row, lcpOfBare: Math.round((100 * row.lcpMs) / least) / 100 })
    }
  } finally {
    bare.close()
  }
  found.sort((one, other) => one.lcpOfBare - other.lcpOfBare)
  const median = found[Math.floor(found.length / 2)]
  if (!median) throw new Error('No visit was measured')
  return median
}

const bareVisit: Visit = {
  page: 'bare',
  path: '/',
  isSignedIn: false,
  ready: page => page.locator('input[type=password]').waitFor(),
  goal: '',
}

async function measureVisit(
  browser: Browser,
  origin: string,
  token: string,
  visit: Visit,
): Promise<Omit<PageRow, 'lcpOfBare'>> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  })
  try {
    if (visit.isSignedIn) await rememberToken(context, origin, token)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const traffic = countTraffic(session)
    await page.addInitScript({ path: join(projectRoot, 'bench/observe-paint.js') })
    await page.goto(origin + visit.path)
    await visit.ready(page)
    await page.waitForFunction(isAtRest, quiet)
    const { lcp, blocking } = await page.evaluate(() => (window as unknown as Painted).paint)
    const scriptKb = Math.round(traffic.scriptBytes / 100) / 10
    return {
      page: visit.page,
      goal: visit.goal,
      scriptKb,
      requests: traffic.requests,
      lcpMs: Math.round(lcp),
      blockingMs: Math.round(blocking),
    }
  } finally {
    await context.close()
  }
}

async function rememberToken(context: BrowserContext, origin: string, token: string) {
  await context.addCookies([{ name: 'token', value: token, url: origin, sameSite: 'Strict' }])
  await context.addInitScript(value => localStorage.setItem('token', value), token)
}

function countTraffic(session: CDPSession) {
  const traffic = { scriptBytes: 0, requests: 0 }
  const scripts = new Set<string>()
  session.on('Network.responseReceived', ({ requestId, type }) => {
    traffic.requests++
    if (type === 'Script') scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) traffic.scriptBytes += encodedDataLength
  })
  return traffic
}
