import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsTable } from './server/app/settings.ts'

const markdownIn = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => join(folder, name))

const copiesIn = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('en.json'))
    .map(name => join(folder, name))

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')

test('the README has one table of every setting with its default and meaning [OPS-03]', () => {
  const shown = readme.split('\n').filter(line => line.startsWith('| `'))
  const wanted = Object.entries(settingsTable).map(
    ([name, { fallback, meaning }]) => `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${meaning} |`,
  )
  expect(shown).toEqual(wanted)
})

test('links in the README and the documents work', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', ...markdownIn('docs')]
  const missing = pages.flatMap(page =>
    [...readFileSync(join(import.meta.dirname, page), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
      .map(([, link = '']) => join(import.meta.dirname, page, '..', link))
      .filter(path => !existsSync(path)),
  )
  expect(missing).toEqual([])
})

test('the five tasks name what stands on the screen, word for word', () => {
  const texts = [...copiesIn('web'), ...copiesIn('kit'), 'brands/defaults.json'].map(file =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  )
  const tasks = readFileSync(join(import.meta.dirname, 'docs/five-tasks.md'), 'utf8')
  const named = [...tasks.matchAll(/\*\*(.+?)\*\*/g)].map(([, words]) => words ?? '').filter(words => words !== 'bold')
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(words => !texts.some(text => text.includes(`"${words}"`)))).toEqual([])
})
