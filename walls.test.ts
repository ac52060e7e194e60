import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { foreignTexts, untaggedFormats } from './scripts/walls/copy-rules.ts'
import { onlyTested, unusedExports } from './scripts/walls/export-rules.ts'
import {
  featuresNamedByApps,
  roots,
  schemasInBrowser,
  wrongFeatures,
  wrongLayers,
  wrongRoots,
  wrongShapes,
  wrongStyles,
} from './scripts/walls/import-rules.ts'
import { importsOf, isForTests, isTest, readFiles, type SourceFile } from './scripts/walls/source-files.ts'
import { breakingMigrations, foreignWrites, wrongMigrations } from './scripts/walls/table-rules.ts'

const house = import.meta.dirname
const folders = roots.filter(root => existsSync(join(house, root)))
const code = readFiles(house, folders, ['.ts', '.tsx'])
const ofProduct = code.filter(({ path }) => !isForTests(path))
const withStyle = [...readFiles(house, [...folders, 'scripts'], ['.ts', '.tsx', '.css', '.mjs'])]
const everything = [...code, ...readFiles(house, ['e2e', 'bench', 'scripts'], ['.ts', '.tsx', '.mjs'])]
const copy = readFiles(house, ['kit', 'web', 'studio'], ['/copy/en.json'])
const migrations = readFiles(house, ['server'], ['.sql'])

/** What tests alone may take: they put something in its place, or read what is declared, and two forms that CNS-12 names. */
const seams = ['keepAnswersIn', 'fetchFile', 'settingsTable', 'declaredStatements', 'scheduleEntries', 'scheduleTimes']
const toolsWantDefault = ['server/platform/testing/test-postgres.ts']

function tooLong(files: SourceFile[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length, limit: isTest(path) ? 400 : 300 }))
    .filter(({ lines, limit }) => lines > limit)
    .map(({ path, lines, limit }) => `${path}: ${lines} lines, ${limit} at most`)
}

/** The length that nine of ten files of the product keep. */
const mostLines = 160

function usualLength(files: SourceFile[]): number {
  const lengths = files.map(({ text }) => text.trimEnd().split('\n').length).sort((one, other) => one - other)
  return lengths[Math.ceil(lengths.length * 0.9) - 1] ?? 0
}

function crowdedFolders(files: SourceFile[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > 20).map(([folder, count]) => `${folder}: ${count} files, 20 at most`)
}

function example(files: Record<string, string>): SourceFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }))
}

test('the house has code in it, and imports are found', () => {
  expect(code.length).toBeGreaterThan(50)
  expect(code.flatMap(importsOf).length).toBeGreaterThan(code.length)
})

test('roots import only the roots they may', () => expect(wrongRoots(code)).toEqual([]))
test('platform knows no feature and features know no app', () => expect(wrongLayers(code)).toEqual([]))
test('an app names a feature only in its registry', () => expect(featuresNamedByApps(code)).toEqual([]))
test('features know only those before them', () => expect(wrongFeatures(code)).toEqual([]))
test('there is one style of importing', () => expect(wrongStyles(code)).toEqual([]))
test('no schema library reaches the browser', () => expect(schemasInBrowser(code)).toEqual([]))
test('each table is written only by its owner', () => expect(foreignWrites(code, migrations)).toEqual([]))
test('each migration has its feature and its time', () => expect(wrongMigrations(migrations)).toEqual([]))
test('a migration leaves older servers what they use [OPS-08]', () =>
  expect(breakingMigrations(migrations)).toEqual([]))
test('a feature shows no text of a later one', () => expect(foreignTexts(code, copy)).toEqual([]))
test('what people read is written by the tag of their language', () => expect(untaggedFormats(code)).toEqual([]))
test('exports are used elsewhere', () => expect(unusedExports(code, everything)).toEqual([]))
test('what the product exports is used by the product', () => expect(onlyTested(code, everything, seams)).toEqual([]))
test('no file is over its limit', () => expect(tooLong(withStyle)).toEqual([]))
test('nine of ten files of the product are short', () => expect(usualLength(ofProduct)).toBeLessThanOrEqual(mostLines))
test('no folder is crowded', () => expect(crowdedFolders(ofProduct)).toEqual([]))
test('no barrels, default exports or empty names', () => {
  expect(wrongShapes(code).filter(found => !toolsWantDefault.some(path => found.startsWith(path)))).toEqual([])
})

test('every way of importing is read, and comments are not', () => {
  const text = `import { a } from './a.ts'
import type { B } from '#shared/b.ts'
import {
  c,
  d,
} from "../c.ts"
import './style.css'
export { e } from './e.ts'
export type { F } from './f.ts'
const lazy = () => import('./lazy.tsx')
type Loaded = typeof import('./loaded.ts')
// import { no } from './no.ts'
/* import { no } from './no.ts' */
const address = 'https://example.com'; import pg from 'pg'`
  const found = importsOf({ path: 'server/app/main.ts', text })
  expect(found.map(({ path, named, isType }) => `${path ?? named}${isType ? ' (type)' : ''}`)).toEqual([
    'server/app/a.ts',
    'shared/b.ts (type)',
    'server/c.ts',
    'server/app/style.css',
    'server/app/e.ts',
    'server/app/f.ts (type)',
    'pg',
    'server/app/lazy.tsx',
    'server/app/loaded.ts (type)',
  ])
})

test.each([
  ['shared/features/chat/rules.ts', `import { x } from '#server/platform/x.ts'`],
  ['shared/features/chat/rules.ts', `import { readFile } from 'node:fs'`],
  ['shared/features/chat/rules.ts', `import React from 'react'`],
  ['kit/request/request.ts', `import type { X } from '#web/app/x.ts'`],
  ['web/app/main.tsx', `const x = await import('#studio/app/x.ts')`],
  ['studio/app/main.tsx', `export { x } from '#web/app/x.ts'`],
  ['server/app/main.ts', `import { Button } from '#kit/ui/actions/Button.tsx'`],
  ['web/app/main.tsx', `import { x } from '../../kit/x.ts'`],
  ['server/app/main.ts', `import { x } from '../../scripts/x.ts'`],
])('a wrong root is seen: %s, %s', (path, text) => {
  expect(wrongRoots([{ path, text }])).toHaveLength(1)
})

test('right roots are let through', () => {
  const files = example({
    'web/app/main.tsx': `import { x } from '#kit/x.ts'\nimport { y } from '#shared/platform/y.ts'\nimport 'react'`,
    'shared/features/chat/contract.ts': `import { Type } from 'typebox'\nimport { z } from './z.ts'`,
    'shared/features/chat/rules.test.ts': `import { test } from 'vitest'`,
  })
  expect(wrongRoots(files)).toEqual([])
})

test.each([
  ['server/platform/http/x.ts', `import { x } from '#server/features/chat/x.ts'`],
  ['server/platform/http/x.ts', `import { x } from '../../app/x.ts'`],
  ['web/features/chat/x.ts', `import { x } from '#web/app/x.ts'`],
  ['shared/platform/x.ts', `import { x } from '../features/chat/x.ts'`],
  ['kit/request/x.ts', `import { x } from '../features/media/x.ts'`],
])('a wrong layer is seen: %s, %s', (path, text) => {
  expect(wrongLayers([{ path, text }])).toHaveLength(1)
})

test('an app that names a feature is found, except in its registry', () => {
  const named = `import { x } from '#web/features/chat/x.ts'`
  expect(featuresNamedByApps([{ path: 'web/app/main.tsx', text: named }])).toHaveLength(1)
  expect(featuresNamedByApps([{ path: 'web/app/features.ts', text: named }])).toEqual([])
})

test.each([
  ['server/features/accounts/x.ts', `import { x } from '../chat/x.ts'`],
  ['web/features/courses/x.ts', `import { x } from '#shared/features/streams/rules.ts'`],
  ['web/features/courses/x.ts', `import { x } from '../lessons/x.ts'`],
])('a feature that looks to the right is seen: %s, %s', (path, text) => {
  expect(wrongFeatures([{ path, text }])).toHaveLength(1)
  expect(wrongFeatures([{ path: 'server/features/chat/x.ts', text: `import { x } from '../accounts/x.ts'` }])).toEqual(
    [],
  )
})

test.each([
  ['web/features/joining/copy/en.json', 1],
  ['web/features/brands/copy/en.json', 0],
  ['web/features/accounts/copy/en.json', 0],
  ['studio/features/joining/copy/en.json', 0],
])('a text of a later feature is seen: %s', (path, faults) => {
  const shown = example({ 'web/features/accounts/X.tsx': `t('joining.stay')` })
  expect(foreignTexts(shown, example({ [path]: '{ "joining.stay": "Stay" }' }))).toHaveLength(faults)
})

test('a format without the tag of a language is found', () => {
  const of = (text: string) => untaggedFormats(example({ 'web/app/x.ts': text }))
  expect(of('new Intl.NumberFormat(language, options)')).toHaveLength(1)
  expect(of(`new Intl.DisplayNames([t.language], { type: 'language' })`)).toHaveLength(1)
  expect(of('new Intl.NumberFormat(tagOf(language))')).toEqual([])
})

test.each([
  ['web/features/chat/x.ts', `import { x } from '#web/features/chat/y.ts'`],
  ['web/features/chat/x.ts', `import { x } from '../accounts/y.ts'`],
  ['server/app/x.ts', `import { x } from '../platform/http/y.ts'`],
  ['kit/live/x.ts', `import { x } from '../request/y.ts'`],
])('a second style of importing is seen: %s, %s', (path, text) => {
  expect(wrongStyles([{ path, text }])).toHaveLength(1)
  expect(wrongStyles(example({ 'kit/live/x.ts': `import './y.ts'\nimport '#kit/ui/x.css'` }))).toEqual([])
})

test.each([
  ['web/features/chat/index.ts', 'const a = 1'],
  ['web/features/chat/all.ts', `export * from './a.ts'\nexport { b } from './b.ts'\n`],
  ['web/features/chat/x.ts', 'export default 1'],
  ['web/features/chat/utils.ts', 'const a = 1'],
  ['web/features/chat/date-helpers.ts', 'const a = 1'],
  ['web/features/chat/common/x.ts', 'const a = 1'],
  ['web/features/chat/UploadManager.ts', 'const a = 1'],
])('a wrong shape is seen: %s, %s', (path, text) => {
  expect(wrongShapes([{ path, text }])).toHaveLength(1)
  expect(wrongShapes([{ path: 'web/app/service-worker.ts', text: 'export const a = 1' }])).toEqual([])
})

test('a contract that reaches the browser is found, even through another file, but not as a type', () => {
  const contract = { path: 'shared/features/chat/contract.ts', text: `import { Type } from 'typebox'` }
  const of = (files: Record<string, string>) => schemasInBrowser([contract, ...example(files)])
  const direct = `import { chat } from '#shared/features/chat/contract.ts'`
  expect(of({ 'web/features/chat/data.ts': direct })).toHaveLength(1)
  expect(of({ 'kit/request/x.ts': `import { Type } from 'typebox'` })).toHaveLength(1)
  expect(
    of({
      'web/features/chat/data.ts': `import { rule } from '#shared/features/chat/rules.ts'`,
      'shared/features/chat/rules.ts': `import { chat } from './contract.ts'`,
    }),
  ).toEqual(['web/features/chat/data.ts → shared/features/chat/rules.ts → ./contract.ts'])
  expect(of({ 'web/features/chat/data.ts': direct.replace('import', 'import type') })).toEqual([])
  expect(of({ 'kit/testing/fake-server.ts': direct })).toEqual([])
})

test('a write to another feature’s table is found, in code and in migrations', () => {
  const made = example({
    'server/features/accounts/migrations/20261121-0900-users.sql': 'create table users (id bigint);',
    'server/features/chat/migrations/20261121-0910-chats.sql':
      'create table if not exists chats (id bigint); -- update users',
  })
  const writes = (path: string, sql: string) => foreignWrites(example({ [path]: `const text = \`${sql}\`` }), made)
  for (const sql of [
    'insert into users values (1)',
    'UPDATE users SET a = 1',
    'delete\n from users',
    'truncate users',
  ]) {
    expect(writes('server/features/chat/queries.ts', sql), sql).toHaveLength(1)
    expect(writes('server/app/seed.ts', sql), sql).toHaveLength(1)
    expect(writes('server/features/accounts/queries.ts', sql), sql).toEqual([])
  }
  expect(writes('server/features/chat/queries.ts', 'select * from users for update of users')).toEqual([])
  const later = {
    path: 'server/features/chat/migrations/20261122-0900-names.sql',
    text: 'alter table users add name text;',
  }
  expect(foreignWrites([], [...made, later])).toEqual([`${later.path}: alter table users, which accounts owns`])
})

test('a migration in a wrong place, of a wrong name or with the time of another is found', () => {
  const wrong = (...paths: string[]) => wrongMigrations(paths.map(path => ({ path, text: '' }))).length
  expect(wrong('server/features/chat/migrations/20261121-0910-chats.sql')).toBe(0)
  expect(wrong('server/platform/migrations/20261121-0900-unix-time.sql')).toBe(0)
  expect(wrong('server/migrations/20261121-0910-chat.sql')).toBe(1)
  expect(wrong('server/features/things/migrations/20261121-0910-all.sql')).toBe(1)
  expect(wrong('server/features/chat/migrations/1-chats.sql')).toBe(1)
  expect(wrong(...['chat', 'media'].map(name => `server/features/${name}/migrations/20261121-0910-all.sql`))).toBe(1)
})

test.each([
  ['alter table a drop column b', 1],
  ['alter table a rename column b to c, rename to d', 2],
  ['alter table a alter column b type bigint, alter column c set not null', 2],
  ['alter table a add column b text not null, add column c int not null default 0', 1],
  ['drop function f(bigint);\ndrop table a', 2],
  ['alter table a add column b text, drop constraint a_check; drop index a_b; create table c (id int not null)', 0],
  ['-- unused since 20261128-0100\nalter table a drop column b', 0],
  ['-- unused since 20261128-0300\nalter table a drop column b', 1],
])('what a migration takes from older servers is found: %s', (text, faults) => {
  const of = (time: string) => `server/features/chat/migrations/${time}-x.sql`
  const files = example({
    [of('20261127-0100')]: 'drop table a',
    [of('20261128-0100')]: '',
    [of('20261128-0200')]: text,
  })
  expect(breakingMigrations(files)).toHaveLength(faults)
})

test('an export nobody imports is found; importing it by name, as a whole or lazily counts as use', () => {
  const rules = example({
    'shared/features/chat/rules.ts': 'export function isOpen() {}\n// export const old = 1\nexport const longest = 9',
  })
  const unused = (imports: string) => unusedExports(rules, [...rules, ...example({ 'web/app/x.ts': imports })])
  const complaint = (name: string) => `shared/features/chat/rules.ts: nobody imports ${name}`
  expect(unused(`import { longest } from '#shared/features/chat/rules.ts'`)).toEqual([complaint('isOpen')])
  expect(unused(`import { isOpen } from '#shared/features/clubs/rules.ts'\nconst longest = 1`)).toHaveLength(2)
  expect(unused(`import * as rules from '#shared/features/chat/rules.ts'\nrules.isOpen()`)).toEqual([
    complaint('longest'),
  ])
  const lazily = `import('#shared/features/chat/rules.ts').then(({ isOpen, longest }) => isOpen(longest))`
  expect(unused(lazily)).toEqual([])
  const byPattern = `import.meta.glob('../../shared/features/*/rules.ts').map(({ isOpen, longest }) => isOpen(longest))`
  expect(unused(byPattern)).toEqual([])
})

test('an export for tests alone is found, types too; its own file may use it', () => {
  const rules = example({
    'shared/features/chat/rules.ts':
      'export const isOpen = () => longest\nexport const longest = 9\nexport type Old = string\nexport type Kept = string',
    'shared/features/chat/testing/rules.ts': 'export const made = 1',
  })
  const found = (path: string, text: string, seams: string[] = []) =>
    onlyTested(rules, [...rules, { path, text }], seams).map(line => line.split(' ').at(-1))
  const imports = `import { isOpen, type Kept, type Old } from '#shared/features/chat/rules.ts'`
  expect(found('web/app/x.test.ts', imports)).toEqual(['isOpen', 'Old', 'Kept'])
  expect(found('web/app/x.test.ts', imports, ['isOpen', 'Old'])).toEqual(['Kept'])
  expect(found('web/app/x.ts', imports)).toEqual([])
})

test('a file over its limit is found', () => {
  const lines = (count: number) => 'x\n'.repeat(count)
  expect(tooLong(example({ 'kit/a.ts': lines(300), 'kit/a.test.ts': lines(400) }))).toEqual([])
  expect(tooLong(example({ 'kit/a.ts': lines(301), 'kit/a.test.ts': lines(401) }))).toHaveLength(2)
})

test('long files and a crowded folder are found', () => {
  const files = (count: number, lines: number) =>
    Array.from({ length: count }, (_, at) => ({ path: `kit/ui/${lines}-${at}.ts`, text: 'x\n'.repeat(lines) }))
  expect(usualLength([...files(18, 10), ...files(2, 200)])).toBe(10)
  expect(usualLength([...files(17, 10), ...files(3, 200)])).toBe(200)
  expect(crowdedFolders(files(20, 1))).toEqual([])
  expect(crowdedFolders(files(21, 1))).toHaveLength(1)
})
