import { readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { showMessage } from '#kit/copy/message.ts'
import type { Site } from '#kit/features/brands/site.ts'
import { generalMenu, profileMenu, settingsMenu } from './menus.ts'

const config = (links: Partial<Site['config']>) =>
  ({ manualUrl: null, instructionUrl: null, socialAuth: { android: [], ios: [] }, ...links }) as Site['config']
const labels = (items: ReturnType<typeof generalMenu>) => items.map(item => item.label.split('.').at(-1))

test('the general menu begins with home, and homework stands in it [MNU-01]', () => {
  expect(labels(generalMenu()).slice(0, 3)).toEqual(['home', 'courses', 'homeworks'])
  expect(labels(generalMenu())).toContain('catalog')
})

test('messages stand in the general menu, after homework [MNU-01]', () => {
  expect(labels(generalMenu())).toEqual(['home', 'courses', 'homeworks', 'chats', 'catalog'])
  expect(generalMenu()[3]).toMatchObject({ kind: 'route', address: 'chats', section: 'chat' })
})

const ofAll = ['support', 'userEdit', 'userSettings', 'points', 'preferences', 'exit']

test('the settings menu leads to support, the own profile, settings and points, and out [MNU-02]', () => {
  expect(labels(settingsMenu(config({}), false))).toEqual(ofAll)
})

test('manual and instruction are there only when the brand has them, and open over the page [MNU-02] [MNU-04]', () => {
  const items = settingsMenu(config({ manualUrl: 'https://a.b/manual', instructionUrl: '/media/guide.pdf' }), false)
  expect(labels(items)).toEqual(ofAll.toSpliced(4, 0, 'manual', 'instruction'))
  expect(items[4]).toMatchObject({ kind: 'modal', url: 'https://a.b/manual' })
})

test('staff, and nobody else, find the studio in their menu [ACC-23] [PRO-13]', () => {
  expect(labels(settingsMenu(config({}), true))).toEqual(ofAll.toSpliced(5, 0, 'studio'))
  expect(labels(settingsMenu(config({}), false))).not.toContain('studio')
})

test('the profile menu of a phone leads to one’s own things, to help, to the catalogue and to the end [MNU-03]', () => {
  const networks = config({ socialAuth: { android: [], ios: ['apple'] } })
  const items = profileMenu(networks)
  expect(items.map(item => (item.kind === 'route' ? item.address : item.kind))).toEqual([
    'userEdit',
    'socialNetworks',
    'userSettings',
    'support',
    'catalog',
    'action',
    'delete',
  ])
})

test('social networks stand in both menus where the school has any, and only there [MNU-02] [MNU-03]', () => {
  const withNetworks = config({ socialAuth: { android: ['google'], ios: [] } })
  for (const items of [settingsMenu(withNetworks, false), profileMenu(withNetworks)])
    expect(items.filter(item => item.kind === 'route' && item.address === 'socialNetworks')).toHaveLength(1)
  for (const items of [settingsMenu(config({}), false), profileMenu(config({}))])
    expect(labels(items)).not.toContain('socialNetworks')
})

test('the points label has the right form of the word in every language [SHL-02]', () => {
  const shown = (language: 'en' | 'ru' | 'es', count: number) => {
    const texts: unknown = JSON.parse(readFileSync(new URL(`copy/${language}.json`, import.meta.url), 'utf8'))
    const text = (texts as Record<string, string>)['shell.points'] ?? ''
    return showMessage(compileMessageOrThrow(text), language, { count })
  }
  expect([1, 22, 5, 11].map(count => shown('ru', count))).toEqual(['1 балл', '22 балла', '5 баллов', '11 баллов'])
  expect([1, 2].map(count => shown('en', count))).toEqual(['1 point', '2 points'])
  expect([1, 2].map(count => shown('es', count))).toEqual(['1 punto', '2 puntos'])
})
