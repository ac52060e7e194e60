import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isForTests, readFiles } from './scripts/walls/source-files.ts'

const house = import.meta.dirname
const folder = 'docs/requirements'
const notBuilt = `${folder}/not-built-yet.md`
const code = readFiles(
  house,
  ['shared', 'server', 'kit', 'web', 'studio', 'scripts', 'bench', 'e2e'],
  ['.ts', '.tsx', '.css', '.mjs'],
)
const tests = [
  ...code.filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path)),
  ...readdirSync(house)
    .filter(name => name.endsWith('.test.ts'))
    .map(name => ({ path: name, text: readFileSync(join(house, name), 'utf8') })),
]
const rows = readFiles(house, [folder], ['.md']).flatMap(({ path, text }) =>
  [...text.matchAll(/^- ([A-Z][A-Z0-9]{2}-\d{2}) (.*)$/gm)].map(([, id = '', says = '']) => ({ path, id, says })),
)
const groups = [...new Set(rows.map(({ id }) => id.slice(0, 3)))]
const idPattern = new RegExp(`\\b(?:${groups.join('|')})-\\d{2}\\b`, 'g')

/** The ids named in titles: `… [HWK-09, HWK-10]`. */
function named(): Map<string, string> {
  const found = new Map<string, string>()
  for (const { path, text } of tests) {
    for (const [list] of text.matchAll(/\[[A-Z][A-Z0-9]{2}-\d{2}(?:, [A-Z][A-Z0-9]{2}-\d{2})*\]/g))
      for (const [id] of list.matchAll(/[A-Z][A-Z0-9]{2}-\d{2}/g)) found.set(id, path)
  }
  return found
}

test('each requirement is one row that says something', () => {
  const ids = rows.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(rows.filter(({ says }) => !/^\S.*\S\.$/.test(says)).map(({ id }) => id)).toEqual([])
})

test('every id in the title of a test is a row of what is built', () => {
  const built = new Set(rows.filter(({ path }) => path !== notBuilt).map(({ id }) => id))
  expect([...named()].filter(([id]) => !built.has(id)).map(([id, path]) => `${path}: ${id}`)).toEqual([])
})

test('every row of what is built is proved by a test', () => {
  const proved = named()
  expect(rows.filter(({ path, id }) => path !== notBuilt && !proved.has(id)).map(({ id }) => id)).toEqual([])
})

test('no requirement is named in the product’s own code', () => {
  const found = code
    .filter(({ path }) => !isForTests(path) && !path.startsWith('e2e/'))
    .flatMap(({ path, text }) => (text.match(idPattern) ?? []).map(id => `${path}: ${id}`))
  expect(found).toEqual([])
})
