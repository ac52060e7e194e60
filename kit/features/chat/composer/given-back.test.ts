import { expect, test } from 'vitest'
import { withGivenBack } from './given-back.ts'

test('a refused message goes back in front of what was written since, once however often it is done', () => {
  const since = { text: 'And also', uploads: ['b'] }
  const back = withGivenBack(since, 'Hello', ['a'])
  expect(back).toEqual({ text: 'Hello\nAnd also', uploads: ['a', 'b'] })
  expect(withGivenBack(back, 'Hello', ['a'])).toEqual(back)
  expect(withGivenBack({ text: '', uploads: [] }, 'Hello', [])).toEqual({ text: 'Hello', uploads: [] })
  expect(withGivenBack({ text: 'Yes, and more', uploads: [] }, 'Yes', []).text).toBe('Yes\nYes, and more')
  expect(withGivenBack(since, '', ['a'])).toEqual({ text: 'And also', uploads: ['a', 'b'] })
})
