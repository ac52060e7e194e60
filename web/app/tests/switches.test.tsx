import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { settings } from '#kit/request/connection.ts'
import { CopyProvider, createCopy } from '#kit/copy/copy.tsx'
import type { Site } from '#kit/features/brands/site.ts'
import { partsOf } from '#kit/shell/slots.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import type { SwitchTrials } from '#shared/features/brands/testing/switches.ts'
import { ClubIntro } from '#web/features/clubs/ClubIntro.tsx'
import { awaitConsent } from '#web/features/consent/await-consent.ts'
import { allows } from '#web/features/consent/consent-state.ts'
import { LoginScreen } from '#web/features/joining/LoginScreen.tsx'
import { emailTexts } from '#web/features/joining/sign-up.ts'
import { SettingsScreen } from '#web/features/profile/SettingsScreen.tsx'
import { EndsSoon } from '#web/features/streams/EndsSoon.tsx'
import { findPlan } from '#web/features/streams/find-plan.ts'
import { placeOf } from '#web/platform/addresses.ts'
import { keepSchool } from '#web/platform/school.ts'
import { menuOf, needyEntries } from '#web/platform/menu.ts'
import { featuresOn } from '../paths.ts'

const school = vi.hoisted(() => ({ config: {} as Record<string, unknown> }))
vi.mock('#kit/features/brands/site.ts', () => ({
  site: () => ({
    config: school.config,
    site: { domain: { name: 'Kurso', languages: [], spa_header_logo: '/brands/kurso.svg' } },
  }),
}))

// Rendered to text, the app's stores have nothing but what they hold now.
vi.mock('react', async original => ({
  ...(await original<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  settings.appType = 'web'
  vi.unstubAllGlobals()
  queryClient.clear()
  school.config = {
    isRegistrationEnable: true,
    instructionUrl: null,
    socialAuth: { android: [], ios: [] },
    isDemoAccessible: true,
    demoCourseServiceId: 710,
    catalogue: { products: [{ serviceId: 710, courseKey: 'morning' }] },
    isBannerEnable: true,
    isChatSupport: true,
    isConsultationEnable: true,
    isCommunityEnable: true,
    isNewRenewCourseEnable: true,
    isAppStoreSupport: true,
    supportCategories: { renewCourse: 7 },
    isCookieConsentEnable: false,
    analytics: { own: true },
    emailRules: { isStrict: false },
    mobileAppWebBottomBar: true,
    isHomeworkInChats: false,
  }
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' })
  vi.stubGlobal('document', { cookie: '', addEventListener: () => {} })
  vi.stubGlobal('navigator', { userAgent: '', maxTouchPoints: 0 })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(/^.*\/v1|\?.*$/g, ''))
    return Response.json(url.includes('/demo') ? { is_created: false } : [])
  })
})

async function shown(part: React.ReactNode): Promise<string> {
  const messages = await loadCopy('en')
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={queryClient}>
        <Router ssrPath="/" ssrSearch="">
          {part}
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

const labels = (menu: 'general' | 'profile') =>
  menuOf(menu, { config: school.config as never, isStaff: false }).map(entry => entry.label)
const isThere = (path: string) => placeOf(path).kind === 'route'

/** The names of a slot's parts that come after the first screen. */
async function lateParts(slot: string): Promise<string[]> {
  vi.useFakeTimers()
  const loading = Promise.all(partsOf(slot).map(load => load()))
  await vi.advanceTimersByTimeAsync(3000)
  vi.useRealTimers()
  return (await loading).map(({ name }) => name)
}

/** What the app has by each switch; it must say yes with the switch on, and no with it off. */
const trials: SwitchTrials<'app', () => Promise<boolean> | boolean> = {
  async isDemoAccessible() {
    asked.length = 0
    await findPlan({ id: asked.length + Math.random(), role: 'learner' } as UserWire, [])
    return asked.includes('/user-course-streams/demo')
  },
  async isBannerEnable() {
    const all = [(await lateParts('banners')).includes('BannerSlot'), isThere('/banners')]
    expect(new Set(all).size).toBe(1)
    return isThere('/banners')
  },
  isChatSupport() {
    const all = [
      labels('general').includes('shell.title.chats'),
      isThere('/chat/7'),
      featuresOn().some(({ reads = [] }) => reads.some(({ name }) => name === 'GET /chats')),
    ]
    expect(new Set(all).size).toBe(1)
    return all[0] ?? false
  },
  isVideoConsultationSupport() {
    const menus = (['general', 'profile'] as const).map(menu => labels(menu).includes('shell.title.videoConsultations'))
    const places = ['', '/new', '/7', '/7/call'].map(end => isThere(`/videoconsultations${end}`))
    const isHeard = featuresOn().some(({ addresses, live }) => live && 'videoConsultations' in addresses)
    const all = [...menus, ...places, isHeard]
    expect(new Set(all).size).toBe(1)
    return isHeard
  },
  async isConsultationEnable() {
    const parts = await Promise.all(partsOf('chatBanner').map(load => load()))
    return parts.some(({ name }) => name === 'ConsultationBanner')
  },
  async isCommunityEnable() {
    const met = new Set(needyEntries())
    const parts = await Promise.all(partsOf('clubWays').map(load => load()))
    const all = [
      ...(['general', 'activity'] as const).map(name =>
        menuOf(name, { config: school.config as never, isStaff: false, met }).some(
          ({ label }) => label === 'shell.title.clubs',
        ),
      ),
      ...['', '/7', '/7/articles/8', '/7/chat'].map(end => isThere(`/clubs${end}`)),
      featuresOn().some(({ addresses, whenSignedIn }) => whenSignedIn && 'clubs' in addresses),
      parts.some(({ name }) => name === 'ClubChatLink'),
    ]
    expect(new Set(all).size).toBe(1)
    return all[0] ?? false
  },
  async isOfflineEnable() {
    const all = [
      (await lateParts('download')).includes('DownloadPart'),
      (await lateParts('offline')).includes('LastSynced'),
      isThere('/user/downloads'),
      (await shown(<SettingsScreen />)).includes('href="/user/downloads"'),
      featuresOn().some(({ addresses, whenSignedIn }) => whenSignedIn && 'downloads' in addresses),
    ]
    expect(new Set(all).size).toBe(1)
    return isThere('/user/downloads')
  },
  async isNewRenewCourseEnable() {
    const ending = { id: 12, isCritical: true, daysLeft: 3 } as UserStream
    return (await shown(<EndsSoon stream={ending} />)).includes('href="/extend/12"')
  },
  async isAppStoreSupport() {
    settings.appType = 'mobile'
    vi.stubGlobal('window', { kursoAppStore: {} })
    const { CheckoutScreen } = await import('#web/features/billing/checkout/CheckoutScreen.tsx')
    return !(await shown(<CheckoutScreen serviceId={7} />)).includes('Nothing can be bought in the app')
  },
  isRegistrationEnable: async () => (await shown(<LoginScreen />)).includes('href="/signup"'),
  isCookieConsentEnable: () => !allows('marketing'),
  async mobileAppWebBottomBar() {
    const { Shell } = await import('../shell/Shell.tsx')
    const frame = await shown(
      <Shell place={placeOf('/home')} path="/home">
        {null}
      </Shell>,
    )
    // The other links are in the header.
    return frame.split('<nav').length === 3
  },
  async isHomeworkInChats() {
    const { Shell } = await import('../shell/Shell.tsx')
    const frame = await shown(
      <Shell place={placeOf('/homework')} path="/homework">
        {null}
      </Shell>,
    )
    const current = [
      ...frame.matchAll(
        /<a [^>]*aria-current="page"[^>]*href="([^"]+)"|<a [^>]*href="([^"]+)"[^>]*aria-current="page"/g,
      ),
    ]
    const addresses = new Set(current.map(([, before, after]) => before ?? after))
    expect([...addresses]).toEqual([school.config['isHomeworkInChats'] ? '/chats' : '/tasks'])
    expect(frame).toContain('href="/tasks"')
    return addresses.has('/chats')
  },
  'clubInApp.showButtonGoTo': async () => (await shown(<ClubIntro hasOwn />)).includes('Go to the club'),
  'emailRules.isStrict': async () => {
    const t = createCopy('en', await loadCopy('en'))
    return emailTexts('"a"@example.com', t).error === 'Invalid email address'
  },
  'analytics.own': async () => {
    let hasBegun = false
    vi.stubGlobal('requestIdleCallback', undefined)
    awaitConsent(() => {
      hasBegun = true
    })
    await new Promise(resolve => setTimeout(resolve, 5))
    return hasBegun
  },
}

test.each(Object.entries(trials))('the app obeys %s [BRD-05]', async (name, has) => {
  const [group = '', inner] = name.split('.')
  const set = (value: boolean) => {
    school.config[group] = inner ? { [inner]: value } : value
    keepSchool(school.config as Site['config'])
  }
  set(true)
  expect(await has()).toBe(true)
  set(false)
  expect(await has()).toBe(false)
})
