import { expect, test } from 'vitest'
import { linkTarget } from './link-target.ts'
import { sharedData } from './testing/shared-data.ts'

test.each([
  ['/courses?tab=active#top', { kind: 'inside', path: '/courses?tab=active#top' }],
  ['https://tea.example/week', { kind: 'outside', url: 'https://tea.example/week' }],
  ['HTTPS://TEA.example', { kind: 'outside', url: 'https://tea.example/' }],
  ['http://tea.example', undefined],
  ['//tea.example', undefined],
  ['/\\tea.example', undefined],
  ['/.//tea.example', undefined],
  ['https:tea.example', undefined],
  ['https://a:b@tea.example', undefined],
  ['javascript:alert(1)', undefined],
  ['courses', undefined],
  ['https://a b', undefined],
  ['/a\tb', undefined],
  ['', undefined],
])('%j leads where it says or nowhere', (link, target) => {
  expect(linkTarget(link)).toEqual(target)
})

test('no hostile address leads anywhere but inside or to https', () => {
  const { cases } = sharedData<{ cases: { text: string }[] }>('hostile-text/return-addresses.json')
  for (const { text } of cases) {
    const target = linkTarget(text)
    if (target?.kind === 'inside')
      expect(new URL(target.path, 'https://app.example').origin, text).toBe('https://app.example')
    else if (target) expect(new URL(target.url), text).toMatchObject({ protocol: 'https:', username: '', password: '' })
  }
})
