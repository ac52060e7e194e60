import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources, isBuilt, isInstalled, wrongNode } from './prepare.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kurso prepare '))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, content: unknown) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

test.each(['18.20.4', '20.18.3', '4.9.1'])('Node %s is refused with what to do', version => {
  expect(wrongNode(version)).toMatch(`needs Node 20.19 or newer; this is ${version}`)
})

test.each(['20.19.0', '20.20.2', '22.0.0', '24.11.1'])('Node %s is taken', version => {
  expect(wrongNode(version)).toBeUndefined()
})

test('packages are installed when none are, when one is missing and when the lock file changed', () => {
  const lock = (version: string) => ({ packages: { '': {}, 'node_modules/pg': { version } } })
  write('package-lock.json', lock('8.0.0'))
  expect(isInstalled(folder)).toBe(false)
  write('node_modules/.package-lock.json', { packages: {} })
  expect(isInstalled(folder)).toBe(false)
  write('node_modules/.package-lock.json', { packages: { 'node_modules/pg': { version: '8.0.0' } } })
  expect(isInstalled(folder)).toBe(true)
  write('package-lock.json', lock('8.1.0'))
  expect(isInstalled(folder)).toBe(false)
})

test("another machine's optional package is not waited for", () => {
  write('package-lock.json', { packages: { '': {}, 'node_modules/a-darwin': { version: '1.0.0', optional: true } } })
  write('node_modules/.package-lock.json', { packages: {} })
  expect(isInstalled(folder)).toBe(true)
})

test('a build is made again after a source changed, came or went, and not after a test changed', () => {
  write('server/app/main.ts', 'export const one = 1')
  write('build/stamp', hashSources(folder))
  expect(isBuilt(folder)).toBe(true)
  write('server/app/main.test.ts', 'anything')
  expect(isBuilt(folder)).toBe(true)
  write('server/app/main.ts', 'export const one = 2')
  expect(isBuilt(folder)).toBe(false)
  write('build/stamp', hashSources(folder))
  write('web/app/new.css', '')
  expect(isBuilt(folder)).toBe(false)
})
