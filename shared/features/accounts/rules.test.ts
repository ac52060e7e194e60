import { describe, expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { loadStep, returnTarget } from './rules.ts'

type Case = { text: string; leaves_site?: boolean; script?: boolean; unparsable?: boolean; scheme?: string | null }
const { base, cases } = sharedData<{ base: string; cases: Case[] }>('hostile-text/return-addresses.json')
const origin = new URL(base).origin
const site = { origin, trustedOrigins: ['https://trusted.example', 'http://school.example:8080'] }

describe('return addresses', () => {
  test.each(cases.map(one => [JSON.stringify(one.text), one] as const))(
    '%s does not leave the site [ACC-06] [SEC-06]',
    (_, one) => {
      const target = returnTarget(one.text, site)
      if (one.unparsable || one.script || one.leaves_site) expect(target).toBeUndefined()
      if (!target) return
      if (target.kind !== 'inside') throw new Error(`went to ${target.url}`)
      expect(target.path).toMatch(/^\/(?![/\\])/)
      expect(new URL(target.path, base).origin).toBe(origin)
    },
  )

  test.each([
    ['/home', '/home'],
    ['/course/5/calendar?day=2#top', '/course/5/calendar?day=2#top'],
    [`${origin}/courses`, '/courses'],
    ['HTTPS://APP.EXAMPLE.TEST/courses', '/courses'],
    ['courses', '/courses'],
    ['/courses//5', '/courses//5'],
    ['/logouts', '/logouts'],
    ['/account/logout/', '/account/logout/'],
  ])('%s is a path of the app [ACC-05]', (text, path) => {
    expect(returnTarget(text, site)).toEqual({ kind: 'inside', path })
  })

  test.each(['/', '/?next=/home', `${origin}/#top`, '?returnUrl=/home'])(
    '%s is the sign-in itself, so it is home [ACC-05]',
    text => {
      expect(returnTarget(text, site)).toBeUndefined()
    },
  )

  test.each([
    ['https://trusted.example/a?b=1', 'https://trusted.example/a?b=1'],
    ['http://school.example:8080/', 'http://school.example:8080/'],
    ['//trusted.example/x', 'https://trusted.example/x'],
  ])('%s is a site that the brand trusts [ACC-06]', (text, url) => {
    expect(returnTarget(text, site)).toEqual({ kind: 'outside', url })
  })

  test.each([
    '',
    undefined,
    null,
    'https://trusted.example.evil.example/',
    'https://trusted.example@evil.example/',
    'https://someone@trusted.example/',
    'http://trusted.example/',
    'https://trusted.example:444/',
    'ftp://trusted.example/',
    'javascript:alert(1)',
    'blob:https://trusted.example/7d1a',
    'blob:https://app.example.test/7d1a',
    'data:text/html,x',
    '/.//evil.example',
    '/auto-login?token=stolen',
    '/AUTO-login/?token=stolen',
    '/%61uto-login?token=stolen',
    '/logout',
    '/delete',
    '/logout/now',
    '/%ff',
  ])('%j goes home [ACC-06] [SEC-06]', text => {
    expect(returnTarget(text, site)).toBeUndefined()
  })
})

test('all data is loaded once, synced after, and not at all without a session [GRD-06]', () => {
  const states = ['pending', 'loading', 'loaded', 'fail'] as const
  expect(states.map(state => loadStep(true, state))).toEqual(['load', 'nothing', 'sync', 'load'])
  expect(states.map(state => loadStep(false, state))).toEqual(['nothing', 'nothing', 'nothing', 'nothing'])
})
