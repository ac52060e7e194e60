import { expect, test } from 'vitest'
import { backupName, freshSeconds, isBackupDue, isCutOff, outdatedBackups } from './rules.ts'

test('a backup is named after the second in which it was begun, so that later names sort later', () => {
  expect(backupName(Date.parse('2026-11-22T03:04:05.678Z'))).toBe('kurso-20261122-030405.tar')
})

test('a backup that was cut off is known by its name, and nothing else is', () => {
  expect(isCutOff('kurso-20261122-030405.tar.part')).toBe(true)
  const others = [
    'kurso-20261122-030405.tar',
    'kurso-20261122-030405.part',
    'notes.part',
    'kurso-20261122-030405.tar.gone',
    'my-kurso-20261122-030405.tar.part',
    'kurso-20261122-030405.tar.old.part',
    'kurso-2026112-030405.tar.part',
    'kurso-20261122-03040.tar.part',
    'kurso-2026112x-030405.tar.part',
    'kurso-20261122-03040x.tar.part',
  ]
  for (const name of others) expect([name, isCutOff(name)]).toEqual([name, false])
})

const at = (day: number, hour: number) => `kurso-202611${day}-${hour}0000.tar`

test('the first backup of each of the last days stays, and the newest; all others go', () => {
  const names = [at(22, 18), at(20, 12), at(19, 12), at(21, 13), at(22, 12), at(21, 12), at(22, 20)]
  expect(outdatedBackups(names, 2)).toEqual([at(19, 12), at(20, 12), at(21, 13), at(22, 18)])
  expect(outdatedBackups(names, 9)).toEqual([at(21, 13), at(22, 18)])
  expect(outdatedBackups([at(22, 12)], 1)).toEqual([])
})

test('asking often pushes out no earlier day, and what is no backup is never named', () => {
  const often = [at(22, 12), at(22, 13), at(22, 14)]
  expect(outdatedBackups([at(21, 12), ...often, 'a-letter.tar', `${at(10, 12)}.part`], 2)).toEqual([at(22, 13)])
})

const hour = 3600
const day = 24 * hour

test('a backup counts as one of these days for a week', () => expect(freshSeconds).toBe(7 * day))

test.each([
  ['that never was', null, null, true],
  ['that was made a day ago', -day, -day, true],
  ['that was made less than a day ago', 1 - day, 1 - day, false],
  ['that has failed an hour ago', -2 * day, -hour, true],
  ['that has failed just now', -2 * day, 1 - hour, false],
  ['that has only ever failed, just now', null, 1 - hour, false],
])('a backup %s (made %s, tried %s) is due: %s', (_name, made, tried, isDue) => {
  const now = 1_780_000_000
  const since = (seconds: number | null) => (seconds === null ? null : now + seconds)
  expect(isBackupDue({ succeeded_at: since(made), tried_at: since(tried) }, now)).toBe(isDue)
})
