import { test as base, expect, type Page, type Response } from '@playwright/test'
import type { Language } from '#kit/copy/language.ts'

/** Problems a user should never meet: console errors, uncaught errors, refused and failed requests. */
export type Noise = { lines: string[]; expected: RegExp[]; expect: (line: RegExp) => void }

function listen(page: Page, lines: string[]) {
  page.on('console', message => {
    if (message.type() === 'error') lines.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', error => lines.push(`page error: ${error.message}`))
  page.on('response', response => lines.push(...complaintOf(response)))
}

function complaintOf(response: Response): string[] {
  const status = response.status()
  return status >= 400 ? [`answer: ${status} ${response.request().method()} ${response.url()}`] : []
}

type Fixtures = {
  noise: Noise
  speak: (language: Language) => Promise<void>
  /** Whether the browser has decided about cookies on an earlier visit: essential only. */
  hasDecided: boolean
}

/** The stored decision for essential cookies only; the account `userId` has it too. */
export const essentialOnly = (userId: number | '' = '') => `00.${Math.floor(Date.now() / 1000)}.${userId}`

const schools = ['kurso', 'dev', 'face', 'mind', 'web', 'iqface', 'local', 'takeclass', 'somebody', 'partner']
const hosts = ['127.0.0.1', 'localhost', ...schools.map(name => `${name}.localhost`)]
const decisionAt = (domain: string) => ({
  name: 'consent',
  value: essentialOnly(),
  domain,
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Strict' as const,
})

/**
 * What Chromium reports while the network is gone: requests, the live connection, and the worker's script, which it looks
 * for some time after a page has loaded.
 */
export const noNetwork =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED|WebSocket|error occurred when fetching the script/

/**
 * The base of every walk through the learner app: unexpected noise fails it. The cookie banner appears only in walks
 * that ask for it.
 */
export const test = base.extend<Fixtures>({
  hasDecided: [true, { option: true }],
  storageState: async ({ hasDecided }, use) => use({ cookies: hasDecided ? hosts.map(decisionAt) : [], origins: [] }),
  noise: [
    async ({ context }, use) => {
      const lines: string[] = []
      // From Playwright's own script in a document that may run none.
      const expected: RegExp[] = [/Blocked script execution in '[^']+\/brands\//]
      context.on('page', page => listen(page, lines))
      await use({ lines, expected, expect: line => void expected.push(line) })
      expect(lines.filter(line => !expected.some(one => one.test(line)))).toEqual([])
    },
    { auto: true },
  ],
  /** The language chosen on an earlier visit. */
  speak: async ({ context, baseURL }, use) => {
    await use(language => context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]))
  },
})

export { expect }
