import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCodeKey, loadCodeKey } from './code-key.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-key-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a key is made once, however many servers start at once, and only the server’s user may read it', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => loadCodeKey(folder)))
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toHaveLength(43)
  expect(await readdir(folder)).toEqual(['code.key'])
  expect((await stat(join(folder, 'code.key'))).mode & 0o777).toBe(0o600)
  expect(await loadCodeKey(folder)).toBe(keys[0])
  expect(await loadCodeKey(folder, 'given by the operator, and long enough')).toMatch(/^given/)
})

test('a cut-off key stops the start instead of making codes easy to find', async () => {
  const broken = await mkdtemp(join(tmpdir(), 'kurso-key-'))
  await writeFile(join(broken, 'code.key'), 'short')
  await expect(loadCodeKey(broken)).rejects.toThrow('code.key is cut off')
  await rm(broken, { recursive: true })
})

test('the key of a folder is found without one being made', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'kurso-key-'))
  expect(await findCodeKey(fresh)).toBeUndefined()
  expect(await readdir(fresh)).toEqual([])
  expect(await findCodeKey(fresh, 'given')).toBe('given')
  const made = await loadCodeKey(fresh)
  expect(await findCodeKey(fresh)).toBe(made)
  await writeFile(join(fresh, 'code.key'), `${made}\n`)
  expect(await findCodeKey(fresh)).toBe(made)
  await rm(fresh, { recursive: true })
})
