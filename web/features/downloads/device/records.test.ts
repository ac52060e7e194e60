import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { usedBytes } from '../progress-of.ts'
import { addFiles, downloadsDatabase, filesOf, filesToFetch } from './records.ts'
import type { StoredFile } from './stored-file.ts'
import { removeFiles } from './remove-files.ts'

const file = (more: Partial<StoredFile> = {}) =>
  ({
    key: '1 /a',
    userId: 1,
    streamId: 3,
    path: '1/videos/2/7.mp4',
    bytes: 5,
    status: 'pending',
    dayIds: [1],
    lessonIds: [],
    done: 0,
    damaged: [],
    isPaused: false,
    isAutomatic: false,
    ...more,
  }) as StoredFile

const noFiles = () => Promise.reject(new DOMException('Not here', 'NotFoundError'))

beforeEach(async () => {
  vi.stubGlobal('navigator', { storage: { getDirectory: noFiles } })
  await (await downloadsDatabase()).clear('files')
})

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

const streamsOf = async () => (await filesOf(1)).map(({ streamId, dayIds }) => [streamId, dayIds])

test('a film that two courses have is here once, in both, and stays until neither wants it [OFF-05, OFF-11]', async () => {
  await addFiles([file({ status: 'loaded' })], true)
  await addFiles([file({ streamId: 4, dayIds: [9], isAutomatic: true })], false)
  expect(await streamsOf()).toEqual([
    [3, [1]],
    [4, [9]],
  ])
  expect(await filesToFetch(1)).toHaveLength(1)
  expect(usedBytes(await filesOf(1))).toBe(5)
  await addFiles([file({ streamId: 4, dayIds: [9, 10] })], false)
  await removeFiles([file()])
  expect(await streamsOf()).toEqual([[4, [9, 10]]])
  expect(await only()).toMatchObject({ status: 'loaded', isAutomatic: true })
  await removeFiles([file()])
  expect(await streamsOf()).toHaveLength(1)
  await removeFiles([file({ streamId: 4 })])
  expect(await filesOf(1)).toEqual([])
})

test('a film that one course asked for by itself and another by a press is fetched at once [OFF-11]', async () => {
  await addFiles([file({ isAutomatic: true })], false)
  expect((await filesToFetch(1)).map(one => one.isAutomatic)).toEqual([true])
  await addFiles([file({ streamId: 4 })], true)
  expect((await filesToFetch(1)).map(one => one.isAutomatic)).toEqual([false])
})

test('a film that failed and is tried again by one course stays in the other, and goes on from what is here [OFF-02]', async () => {
  await addFiles([file({ status: 'fail', failure: 'space', code: 10, done: 3 })], false)
  await addFiles([file({ streamId: 4, path: '1/videos/8/7.mp4' })], true)
  expect(await streamsOf()).toEqual([
    [3, [1]],
    [4, [1]],
  ])
  expect(await only()).toMatchObject({ status: 'pending', done: 3, path: '1/videos/2/7.mp4' })
  expect(await only()).not.toHaveProperty('code')
})
