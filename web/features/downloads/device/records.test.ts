import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { addFiles, downloadsDatabase, filesOf, type StoredFile } from './records.ts'

const file = (more: Partial<StoredFile> = {}) =>
  ({
    key: '1 /a',
    userId: 1,
    status: 'pending',
    dayIds: [1],
    lessonIds: [],
    done: 0,
    damaged: [],
    isPaused: false,
    isAutomatic: false,
    ...more,
  }) as StoredFile

beforeEach(async () => (await downloadsDatabase()).clear('files'))

const only = async () => (await filesOf(1))[0]

test.each(['loading', 'loaded', 'pending'] as const)(
  'a file that is %s is used, and counts for what is asked for now [OFF-02]',
  async status => {
    await addFiles([file({ status, done: 2, isPaused: true, isAutomatic: true })], false)
    expect(await addFiles([file({ dayIds: [1, 2] })], false)).toBe(0)
    expect(await only()).toMatchObject({ status, done: 2, dayIds: [1, 2], isPaused: true, isAutomatic: true })
    await addFiles([file()], true)
    expect(await only()).toMatchObject({ status, done: 2, isPaused: false, isAutomatic: false })
  },
)

test('a file that failed is tried again only when somebody presses, and goes on from what is here [OFF-02]', async () => {
  await addFiles([file({ status: 'fail', failure: 'space', code: 10, done: 3 })], false)
  expect(await addFiles([file()], false)).toBe(0)
  expect(await only()).toMatchObject({ status: 'fail', code: 10 })
  expect(await addFiles([file()], true)).toBe(1)
  expect(await only()).toMatchObject({ status: 'pending', done: 3 })
  expect(await only()).not.toHaveProperty('code')
})

test('each person has their own files [OFF-12]', async () => {
  await addFiles([file(), file({ key: '2 /a', userId: 2 })], true)
  expect([(await filesOf(1)).length, (await filesOf(2)).length, (await filesOf(3)).length]).toEqual([1, 1, 0])
})
