import { beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { loadSite, loadSiteOfApp, site } from './site.ts'

const written = {
  appId: 'face',
  trustedOrigins: ['https://shop.example'],
  site: { domain: { name: 'Face' } },
  config: { version: 13, isChatSupport: true },
}
const answered = vi.fn(async (_url: string, _init: { headers: Record<string, string> }): Promise<Response> => {
  throw new TypeError('Failed to fetch')
})

function answers(version: number) {
  answered.mockImplementation(async url =>
    Response.json(
      url.includes('/site-configuration')
        ? { domain: { name: 'Face in the app' } }
        : { data: { config: { version, isChatSupport: false } } },
    ),
  )
}

beforeEach(() => {
  answered.mockReset()
  vi.stubGlobal('fetch', answered)
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(written) }) })
  Object.assign(settings, { appType: 'web', token: null })
})

test('the page’s own configuration is used without a request [BRD-07]', async () => {
  expect(await loadSite()).toEqual(written)
  expect(settings.appId).toBe('face')
  expect(answered).not.toHaveBeenCalled()
})

test('the mobile app takes the server’s configuration of the same version [BRD-07] [REQ-01]', async () => {
  await loadSite()
  settings.appType = 'mobile'
  answers(13)
  expect(await loadSiteOfApp()).toEqual({
    ...written,
    site: { domain: { name: 'Face in the app' } },
    config: { version: 13, isChatSupport: false },
  })
  expect(answered.mock.calls.map(([, { headers }]) => headers['X-App-Type'])).toEqual(['mobile', 'mobile'])
})

test.each([12, 14])('a configuration of version %i is not taken [BRD-07]', async version => {
  await loadSite()
  answers(version)
  await loadSiteOfApp()
  expect(site()).toEqual(written)
})

test('without an answer the page’s own stays [BRD-07]', async () => {
  await loadSite()
  await loadSiteOfApp()
  expect(site()).toEqual(written)
})

test('a page without a configuration fails to start on one of another version [BRD-07] [ERR-02]', async () => {
  vi.stubGlobal('document', { getElementById: () => null })
  answers(12)
  await expect(loadSite()).rejects.toThrow('Failed to load the app configuration')
  answers(13)
  expect((await loadSite()).config.version).toBe(13)
})
