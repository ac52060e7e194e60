import { expect, test } from 'vitest'
import { asideFrom } from './aside.ts'
import { askedName, namedIn, withName } from './mentions.ts'

test('an @ that begins a word asks for a name up to the caret; one inside a word does not', () => {
  expect(askedName('Hi @An', 6)).toBe('An')
  expect(askedName('@', 1)).toBe('')
  expect(askedName('Hi @Ann, tea?', 6)).toBe('An')
  expect(askedName('Привет @Ан', 10)).toBe('Ан')
  expect(askedName('ann@example.com', 15)).toBeUndefined()
  expect(askedName('@Ann and', 8)).toBeUndefined()
})

test('the chosen name takes the place of its part, with a space behind it', () => {
  expect(withName('Hi @An', 6, 'Ann Lee')).toBe('Hi @Ann Lee ')
  expect(withName('Hi @An tea?', 6, 'Ann')).toBe('Hi @Ann tea?')
})

test('only those who are still named in the text are mentioned', () => {
  const chosen = [
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Bob' },
  ]
  expect(namedIn('@Bob hello', chosen)).toEqual([{ id: 2, name: 'Bob' }])
})

test('what went with a text is read again after a restart, without what cannot be read', () => {
  const kept = { replyTo: { id: 5, name: 'Ann', text: 'Tea?' }, mentions: [{ id: 1, name: 'Ann' }] }
  expect(asideFrom(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
  expect(asideFrom({ replyTo: { id: 5, name: 'Ann' }, mentions: [{ id: '1' }, null] })).toEqual({
    replyTo: undefined,
    mentions: [],
  })
  expect(asideFrom('nonsense')).toEqual({ replyTo: undefined, mentions: [] })
})
