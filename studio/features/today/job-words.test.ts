import { loadCopy } from 'virtual:copy/studio'
import { expect, test } from 'vitest'
import { createCopy } from '#kit/copy/copy.tsx'
import { supportedLanguages } from '#kit/copy/language.ts'
import { jobNames } from '#shared/features/today/rules.ts'
import { jobWords, retriedWords } from './job-words.ts'

test.each(supportedLanguages)(
  'every job has words of its own in %s, one of another version its name',
  async language => {
    const t = createCopy(language, await loadCopy(language))
    const words = jobNames.map(name => jobWords(t, name))
    expect(new Set(words).size).toBe(jobNames.length)
    expect(words.filter((said, index) => said.includes(jobNames[index] ?? ''))).toEqual([])
    expect(jobWords(t, 'send-smoke')).toBe('send-smoke')
  },
)

test.each(supportedLanguages)('jobs that are tried again are counted in %s, and none is no success', async language => {
  const t = createCopy(language, await loadCopy(language))
  const [none, one, five] = [0, 1, 5].map(count => retriedWords(t, count))
  expect([none?.tone, one?.tone, five?.tone]).toEqual(['info', 'success', 'success'])
  expect(none?.text).not.toMatch(/\d/)
  expect([one?.text, five?.text]).toEqual([expect.stringContaining('1'), expect.stringContaining('5')])
})
