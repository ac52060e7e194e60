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

test('manual and instruction are there only when the brand has them, and open over the page [MNU-02] [MNU-04]', () => {
  expect(labels(settingsMenu(config({}), false))).toEqual(['points', 'preferences', 'exit'])
  const items = settingsMenu(config({ manualUrl: 'https://a.b/manual', instructionUrl: '/media/guide.pdf' }), false)
  expect(labels(items)).toEqual(['points', 'manual', 'instruction', 'preferences', 'exit'])
  expect(items[1]).toMatchObject({ kind: 'modal', url: 'https://a.b/manual' })
})

test('staff, and nobody else, find the studio in their menu [ACC-23]', () => {
  expect(labels(settingsMenu(config({}), true))).toEqual(['points', 'preferences', 'studio', 'exit'])
  expect(labels(settingsMenu(config({}), false))).not.toContain('studio')
})

test('the profile menu of a phone leads to the catalogue [MNU-03]', () => {
  expect(profileMenu(config({}))[0]).toMatchObject({ kind: 'route', address: 'catalog' })
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
