import { expect, test } from 'vitest'
import { withGivenBack, withoutGivenBack } from './given-back.ts'

test('a refused message goes back in front of what was written since, once however often it is done', () => {
  const since = { text: 'And also', uploads: ['b'] }
  const back = withGivenBack(since, 'Hello', ['a'])
  expect(back).toEqual({ text: 'Hello\nAnd also', uploads: ['a', 'b'] })
  expect(withGivenBack(back, 'Hello', ['a'])).toEqual(back)
  expect(withGivenBack({ text: '', uploads: [] }, 'Hello', [])).toEqual({ text: 'Hello', uploads: [] })
  expect(withGivenBack({ text: 'Yes, and more', uploads: [] }, 'Yes', []).text).toBe('Yes\nYes, and more')
  expect(withGivenBack(since, '', ['a'])).toEqual({ text: 'And also', uploads: ['a', 'b'] })
})

test('what could not be taken back leaves the field again, and what was written since stays', () => {
  const since = { text: 'And also', uploads: ['b'] }
  expect(withoutGivenBack(withGivenBack(since, 'Hello', ['a']), 'Hello', ['a'])).toEqual(since)
  expect(withoutGivenBack({ text: 'Hello', uploads: [] }, 'Hello', [])).toEqual({ text: '', uploads: [] })
  expect(withoutGivenBack({ text: 'Changed', uploads: ['a'] }, 'Hello', ['a'])).toEqual({
    text: 'Changed',
    uploads: [],
  })
})
