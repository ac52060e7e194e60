import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addFiles, downloadsDatabase, fetchingLock } from './records.ts'
import type { StoredFile } from './stored-file.ts'
import { sweepFiles } from './sweep-files.ts'

type Folder = { [name: string]: Folder | 'file' }

let disk: Folder

function handleOf(folder: Folder): unknown {
  return {
    kind: 'directory',
    async *entries() {
      for (const [name, one] of Object.entries(folder)) yield [name, one === 'file' ? { kind: 'file' } : handleOf(one)]
    },
    async getDirectoryHandle(name: string) {
      const one = folder[name]
      if (one === undefined || one === 'file') throw new DOMException('Not here', 'NotFoundError')
      return handleOf(one)
    },
    async removeEntry(name: string) {
      delete folder[name]
    },
  }
}

beforeEach(async () => {
  disk = { 1: { videos: { 2: { '7.mp4': 'file', '8.mp4': 'file' } } }, 2: { images: { 3: { 'a.png': 'file' } } } }
  vi.stubGlobal('navigator', {
    storage: { getDirectory: async () => handleOf(disk) },
    locks: { request: (_name: string, work: () => unknown) => work() },
  })
  await (await downloadsDatabase()).clear('files')
})
afterEach(() => vi.unstubAllGlobals())

const record = (path: string) => ({ key: `1 ${path}`, userId: 1, streamId: 3, path }) as StoredFile

test('files without a record go at the start, of whomever; those with one, and what is not ours, stay [OFF-05, OFF-11]', async () => {
  disk['other'] = { 'kept.bin': 'file' }
  await addFiles([record('1/videos/2/7.mp4')], true)
  await sweepFiles()
  expect(disk).toEqual({
    1: { videos: { 2: { '7.mp4': 'file' } } },
    2: { images: { 3: {} } },
    other: { 'kept.bin': 'file' },
  })
})

test('what another tab has just begun to write stays: its record is there once that tab lets go [OFF-09]', async () => {
  const asked: string[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    locks: {
      async request(name: string, work: () => unknown) {
        asked.push(name)
        await addFiles([record('1/videos/2/7.mp4'), record('1/videos/2/8.mp4'), record('2/images/3/a.png')], true)
        return work()
      },
    },
  })
  await sweepFiles()
  expect(asked).toEqual([fetchingLock])
  expect(disk['1']).toEqual({ videos: { 2: { '7.mp4': 'file', '8.mp4': 'file' } } })
})

test('a device with no files waits for nobody', async () => {
  disk = { 1: { videos: {} } }
  vi.stubGlobal('navigator', { ...navigator, locks: { request: () => new Promise(() => {}) } })
  await sweepFiles()
})
