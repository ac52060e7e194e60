import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataFolder } from './data-lock.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

test('a full disk is said in one sentence, and nothing is left behind [OPS-01]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kurso-lock-'))
  const own = join(folder, `kurso.pid.${process.pid}`)
  symlinkSync('/dev/full', own)
  expect(() => lockDataFolder(folder)).toThrow(EmbeddedPostgresError)
  expect(existsSync(own)).toBe(false)
  symlinkSync('/dev/full', own)
  expect(() => lockDataFolder(folder)).toThrow(/^The data folder cannot be written: the disk is full; make room/)
  lockDataFolder(folder)()
  rmSync(folder, { recursive: true })
})
