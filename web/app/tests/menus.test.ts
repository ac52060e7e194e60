import { readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { showMessage } from '#kit/copy/message.ts'
import type { Site } from '#kit/features/brands/site.ts'
import { type MenuEntry, type MenuName, menuOf, needyEntries } from '#web/platform/menu.ts'
import '../features.ts'
import { sectionStart } from '../shell/section-history.ts'

const config = (links: Partial<Site['config']>) =>
  ({
    isChatSupport: true,
    isVideoConsultationSupport: true,
    manualUrl: null,
    instructionUrl: null,
    socialAuth: { android: [], ios: [] },
    ...links,
  }) as Site['config']
const labels = (entries: readonly MenuEntry[]) => entries.map(entry => entry.label.split('.').at(-1))
const shown = (name: MenuName, links: Partial<Site['config']> = {}, isStaff = false) =>
  menuOf(name, { config: config(links), isStaff })

const addressesOf = (entries: readonly MenuEntry[]) => entries.map(entry => 'address' in entry && entry.address)

test('the general menu has home, homework, messages, video consultations, support and subscriptions, in this order [MNU-01]', () => {
  const all = ['home', 'homeworks', 'chats', 'videoConsultations', 'support', 'subscriptions']
  expect(addressesOf(shown('general'))).toEqual(all)
})

test('members of a club that is more than a chat find it in the general menu, nobody else [CLB-01] [MNU-01]', () => {
  const [club] = needyEntries()
  const isMet = (...clubs: object[]) => club?.needs.isMet(clubs as never)
  expect(isMet({ type: 'owned', chat_only: false })).toBe(true)
  for (const type of ['recommended', 'expired', 'hidden']) expect(isMet({ type, chat_only: false })).toBe(false)
  expect(isMet({ type: 'owned', chat_only: true })).toBe(false)
  expect(isMet()).toBe(false)
  const visit = { config: config({}), isStaff: false }
  const general = (met: ReadonlySet<MenuEntry>) => menuOf('general', { ...visit, met }).map(({ label }) => label)
  expect(general(new Set(needyEntries())).slice(0, 3)).toEqual([
    'shell.title.home',
    'shell.title.clubs',
    'shell.title.homeworks',
  ])
  expect(general(new Set())).not.toContain('shell.title.clubs')
})

test('whoever is shown clubs finds the list of them among what they do here', () => {
  const [, list] = needyEntries()
  const isMet = (...types: string[]) => list?.needs.isMet(types.map(type => ({ type, chat_only: true })) as never)
  for (const type of ['owned', 'recommended', 'expired']) expect(isMet('hidden', type)).toBe(true)
  expect([isMet('hidden'), isMet()]).toEqual([false, false])
  const met = new Set(needyEntries())
  expect(addressesOf(menuOf('activity', { config: config({}), isStaff: false, met })).at(-1)).toBe('clubs')
})

test('a school without chats has no messages in any menu [MNU-01] [BRD-05]', () => {
  const without = { isChatSupport: false }
  expect(addressesOf(shown('general', without))).toEqual([
    'home',
    'homeworks',
    'videoConsultations',
    'support',
    'subscriptions',
  ])
  expect(addressesOf(shown('sections', without))).toEqual(['home', 'courses', 'homeworks', 'catalog'])
})

const ofAll = ['support', 'userEdit', 'userSettings', 'join', 'points', 'title', 'preferences', 'exit']

test('the settings menu has support, the own profile, settings, joining with a code, points, all sections and sign-out [MNU-02]', () => {
  expect(labels(shown('settings'))).toEqual(ofAll)
})

test('manual and instructions are shown only when the brand has them, and open over the page [MNU-02] [MNU-04]', () => {
  const links = { manualUrl: 'https://a.b/manual', instructionUrl: '/media/guide.pdf' }
  const items = shown('settings', links)
  expect(labels(items)).toEqual(ofAll.toSpliced(5, 0, 'manual', 'instruction'))
  const opened = items.slice(5, 7).map(entry => 'document' in entry && entry.document(config(links)))
  expect(opened).toEqual(['https://a.b/manual', '/media/guide.pdf'])
})

test('staff, and nobody else, find the studio in their menu [ACC-23] [PRO-13] [SHL-01]', () => {
  expect(labels(shown('settings', {}, true))).toEqual(ofAll.toSpliced(7, 0, 'studio'))
  expect(labels(shown('settings'))).not.toContain('studio')
})

test('the phone’s profile menu has one’s own screens, help, the catalogue, joining with a code, sign-out and account deletion [MNU-03]', () => {
  const entries = shown('profile', { socialAuth: { android: [], ios: ['apple'] } })
  expect(entries.map(entry => ('address' in entry ? entry.address : entry.label))).toEqual([
    'userEdit',
    'socialNetworks',
    'userSettings',
    'videoConsultations',
    'support',
    'catalog',
    'join',
    'shell.menu.preferences',
    'shell.menu.exit',
    'delete',
  ])
})

test('a school without video consultations has them in no menu [MNU-01] [MNU-03]', () => {
  for (const menu of ['general', 'profile'] as const)
    expect(addressesOf(shown(menu, { isVideoConsultationSupport: false }))).not.toContain('videoConsultations')
})

test('every entry of a menu has a picture of its own', () => {
  for (const name of ['general', 'sections', 'settings', 'profile', 'activity', 'help'] as const) {
    const icons = menuOf(name, { config: config({}), isStaff: false, met: new Set(needyEntries()) }).map(
      ({ icon }) => icon,
    )
    expect(new Set(icons).size, name).toBe(icons.length)
  }
})

test('social networks stand in both menus where the school has any, and only there [MNU-02] [MNU-03]', () => {
  const socialAuth: Site['config']['socialAuth'] = { android: ['google'], ios: [] }
  for (const menu of ['settings', 'profile'] as const) {
    const entries = shown(menu, { socialAuth })
    expect(entries.filter(entry => 'address' in entry && entry.address === 'socialNetworks')).toHaveLength(1)
    expect(labels(shown(menu))).not.toContain('socialNetworks')
  }
})

test('each section has a start [SHL-04]', () => {
  for (const entry of shown('sections'))
    expect('section' in entry && sectionStart[entry.section ?? 'home']).toMatch(/^\//)
})

test('the points label has the right form of the word in every language [SHL-02]', () => {
  const shown = (language: 'en' | 'ru' | 'es', count: number) => {
    const texts: unknown = JSON.parse(readFileSync(new URL(`../shell/copy/${language}.json`, import.meta.url), 'utf8'))
    const text = (texts as Record<string, string>)['shell.points'] ?? ''
    return showMessage(compileMessageOrThrow(text), language, { count })
  }
  expect([1, 22, 5, 11].map(count => shown('ru', count))).toEqual(['1 балл', '22 балла', '5 баллов', '11 баллов'])
  expect([1, 2].map(count => shown('en', count))).toEqual(['1 point', '2 points'])
  expect([1, 2].map(count => shown('es', count))).toEqual(['1 punto', '2 puntos'])
})
