import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCopy } from 'virtual:copy/studio'
import { expect, test } from 'vitest'
import { createCopy } from '#kit/copy/copy.tsx'
import { supportedLanguages } from '#kit/copy/language.ts'
import { auditDetail, auditSentence, knownActions } from './audit-words.ts'

const root = join(import.meta.dirname, '../../..')
const entry = (action: string, detail: Record<string, unknown> = {}) => ({
  action,
  target_type: 'review',
  target_id: 1234,
  detail,
})

test('every logged action has its own sentence in each language and a name in the filter [STF-13]', () => {
  const folders = readdirSync(join(root, 'server/features'), { recursive: true, withFileTypes: true })
  const sources = folders.filter(({ name }) => /(?<!\.test)\.ts$/.test(name))
  const noted = sources.flatMap(({ parentPath, name }) => {
    const text = readFileSync(join(parentPath, name), 'utf8')
    if (!text.includes('writeAudit')) return []
    return [...text.matchAll(/'([a-z_]{4,}\.[a-z]+)'/g)].map(([, action = '']) => action)
  })
  expect(noted.length).toBeGreaterThan(4)
  expect(noted.filter(action => !knownActions.some(known => known === action))).toEqual([])
})

test('an entry reads as a sentence in each language; an unknown kind shows its raw names [STF-13]', async () => {
  for (const language of supportedLanguages) {
    const t = createCopy(language, await loadCopy(language))
    const say = (action: string, detail?: Record<string, unknown>) => auditSentence(t, entry(action, detail))
    const sentences = knownActions.map(action => say(action, { verdict: 'DONE' }))
    expect(new Set(sentences).size).toBe(knownActions.length)
    for (const sentence of sentences) expect(sentence).toMatch(/1234/)
    expect(say('review.verdict', { verdict: 'DONE' })).not.toBe(say('review.verdict', { verdict: 'FAIL' }))
    expect(say('thing.done')).toBe('thing.done: review 1234')
  }
})

test('every field that was set can be seen, hostile text as text [STF-13]', () => {
  expect(auditDetail({ verdict: 'DONE', points: 3, tags: ['<b>'] })).toEqual([
    ['verdict', 'DONE'],
    ['points', '3'],
    ['tags', '["<b>"]'],
  ])
})

test('a date in a sentence is written as the reader writes dates', async () => {
  const moved = entry('subscription.change', { kind: 'move', on: '2027-01-09', reason: '2027-01-09' })
  const opened = entry('cohort.open', { starts_on: '2027-01-09' })
  for (const [language, date] of [
    ['en', '9 January 2027'],
    ['ru', '9 января 2027'],
    ['es', '9 de enero de 2027'],
  ] as const) {
    const t = createCopy(language, await loadCopy(language))
    expect(auditSentence(t, moved)).toContain(date)
    expect(auditSentence(t, moved)).toContain(': 2027-01-09')
    expect(auditSentence(t, opened)).toContain(date)
  }
})
