import { expect, test } from 'vitest'
import { withoutRepeats } from './without-repeats.ts'

const link = (href: string, label = href) => ({ icon: 'info', label, href }) as const
const action = (label: string) => ({ icon: 'info', label, onPress: () => {} }) as const

test('each place stands where it comes first, by its address or the name of what it does; no group is empty [RTE-18]', () => {
  const groups = withoutRepeats([
    { title: 'Learning', items: [link('/home'), link('/chat', 'Messages (2)')] },
    { title: 'Account', items: [link('/user/edit', 'My information'), action('Sign out'), link('/user/edit', 'Me')] },
    { title: 'Again', items: [link('/chat', 'Messages'), action('Sign out')] },
    { title: 'Help', items: [action('Instructions'), link('/support')] },
  ])
  expect(groups.map(({ title, items }) => [title, ...items.map(({ label }) => label)])).toEqual([
    ['Learning', '/home', 'Messages (2)'],
    ['Account', 'My information', 'Sign out'],
    ['Help', 'Instructions', '/support'],
  ])
})
