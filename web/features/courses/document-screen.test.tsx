import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { isSignedIn } from '#web/features/accounts/session.ts'
import '#web/features/streams/screens.ts'
import { isCourseDocument } from './data.ts'
import { DocumentScreen } from './DocumentScreen.tsx'
import { isOnKnownSite } from './known-site.ts'
import './screens.ts'

vi.mock('#kit/features/brands/site.ts', () => ({
  site: () => ({ trustedOrigins: [], config: { instructionUrl: 'https://help.example/start', communityUrls: {} } }),
}))

const origin = 'https://school.example'
beforeEach(() => {
  vi.stubGlobal('location', { origin, protocol: 'https:', pathname: '/document' })
  vi.stubGlobal('navigator', { userAgent: 'Linux', maxTouchPoints: 0 })
})
afterEach(() => {
  isSignedIn.change(() => false)
  vi.unstubAllGlobals()
})

async function shown(url: string) {
  return renderToStaticMarkup(
    <Router ssrPath="/document" ssrSearch={`url=${encodeURIComponent(url)}`}>
      <CopyProvider language="en" messages={await loadCopy('en')}>
        <DocumentScreen />
      </CopyProvider>
    </Router>,
  )
}

test('a document of the school is framed [CRS-08]', async () => {
  for (const url of ['/media/guide', 'https://help.example/more']) expect(await shown(url)).toContain('<iframe')
})

test('a page of any other site is not framed: the screen says where it is, and it opens only by a press, elsewhere', async () => {
  const page = await shown('https://evil.example/sign-in?school')
  expect(page).not.toMatch(/<iframe|<embed/)
  expect(page).toContain('evil.example')
  expect(page).toMatch(/<a href="https:\/\/evil\.example\/sign-in\?school"[^>]*target="_blank"[^>]*noopener/)
})

test('nothing is framed while a learner’s courses are asked for the address', async () => {
  isSignedIn.change(() => true)
  expect(await shown('https://evil.example/')).not.toMatch(/<iframe|<embed|evil/)
})

test('a document of the learner’s courses is known by its exact address', async () => {
  const documents = [
    { id: 1, title: 'Card', url: 'https://docs.example/card?v=1', file: null },
    {
      id: 2,
      title: 'Guide',
      url: null,
      file: { type: 'application/pdf', url: '/media/a/guide.pdf', fileName: 'guide.pdf' },
    },
    { id: 3, title: 'Locked', url: null, file: null },
  ]
  vi.stubGlobal('fetch', async () => Response.json([{ id: 1, documents }]))
  settings.token = 'a token'
  expect(await isCourseDocument('https://docs.example/card?v=1', origin)).toBe(true)
  expect(await isCourseDocument(`${origin}/media/a/guide.pdf`, origin)).toBe(true)
  expect(await isCourseDocument('https://docs.example/card?v=2', origin)).toBe(false)
  expect(await isCourseDocument('https://docs.example/', origin)).toBe(false)
})

test('a document is framed on the school’s own site and on those that its configuration names, and nowhere else', () => {
  const config = {
    instructionUrl: 'https://help.example/start',
    guidelineUrl: null,
    manualUrl: '/media/guide.pdf',
    cookiePolicyLink: null,
    communityUrls: { host: 'https://club.example', about: null, faq: null },
  }
  const isKnown = (address: string) => isOnKnownSite(address, origin, config, ['https://shop.example'])
  for (const known of [`${origin}/a`, 'https://help.example/b', 'https://club.example/', 'https://shop.example/c'])
    expect([known, isKnown(known)]).toEqual([known, true])
  for (const other of [
    'https://evil.example/',
    'https://help.example.evil.example/',
    'http://help.example/start',
    'https://help.example:8443/start',
    'https://evil.example/?https://help.example/start',
  ])
    expect([other, isKnown(other)]).toEqual([other, false])
})
