import { expect, test } from 'vitest'
import type { DraftFields } from '#shared/features/courses/draft-fields.ts'
import { isMissingIn } from './missing-texts.ts'

const half = { en: 'Water', ru: ' ' }

test.each<[string, DraftFields]>([
  ['a title', { title: half }],
  ['an excerpt', { excerpt: half }],
  ['a text', { text: half }],
  ['a solution', { solution: half }],
  ['a criterion', { criteria: [{ key: 'a', text: half }] }],
  ['the title of a link', { links: [{ url: '', title: half }] }],
  ['an option', { courseOptions: [{ id: 'a', values: [], title: half }] }],
])('%s that is written in one language is missing in the others', (_, content) => {
  expect(['en', 'ru', 'es'].map(language => isMissingIn(content, language))).toEqual([false, true, true])
})

test('what nobody has begun to write is missing in no language', () => {
  expect(isMissingIn({ title: {}, text: { en: '' }, criteria: [{ key: 'a', text: {} }] }, 'en')).toBe(false)
})
