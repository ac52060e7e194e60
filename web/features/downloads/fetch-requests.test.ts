import 'fake-indexeddb/auto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import type { DownloadFileWire, DownloadItemWire, ManifestWire } from '#shared/features/downloads/contract.ts'
import { downloadsDatabase, filesOf } from './device/records.ts'
import { removeFiles } from './device/remove-files.ts'
import { fetchRequest } from './fetch-requests.ts'
import { filesOfRequest } from './files-of-request.ts'
import { type DownloadRequest, keepRequests, readRequests, withoutItems } from './requests.ts'

const wanted: DownloadRequest = { streamId: 3, lessonId: 9, quality: 'full' }
const film: DownloadFileWire = { purpose: 'full', url: '/media/k/video.mp4', bytes: 5, hashes: ['a'] }

function listWith(state: DownloadItemWire['state']): ManifestWire {
  const files = state === 'ready' ? [film] : []
  const item = { id: 5, kind: 'video' as const, title: 'Film', day_ids: [7], lesson_ids: [9], state, files }
  return { stream_id: 3, course_id: 1, course_title: 'Course', days: [], items: [item, ...beside] }
}

let server: Server
/** What the school answers, list by list; the last one again and again. */
let states: DownloadItemWire['state'][] = []
/** What belongs to the lesson besides its film. */
let beside: DownloadItemWire[] = []
const stored = new Map<string, string>()

beforeAll(async () => {
  server = createServer((_incoming, answer) => {
    const [state = 'ready'] = states.length > 1 ? states.splice(0, 1) : states
    answer.end(JSON.stringify(listWith(state)))
  })
  await new Promise<void>(resolve => server.listen(0, resolve))
  settings.origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

beforeEach(async () => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const getDirectory = () => Promise.reject(new DOMException('Not here', 'NotFoundError'))
  vi.stubGlobal('navigator', { onLine: true, storage: { getDirectory } })
  await (await downloadsDatabase()).clear('files')
  keepRequests(1, [wanted])
  beside = []
})

test('what the school does not find has failed with that reason; a press asks again, and it comes once it is back [OFF-02]', {
  timeout: 30_000,
}, async () => {
  states = ['missing']
  await fetchRequest(1, wanted, 'byItself')
  const failed = { status: 'fail', failure: 'missing', title: 'Film', lessonIds: [9] }
  expect(await filesOf(1)).toMatchObject([failed])
  await fetchRequest(1, wanted, 'pressed')
  expect(await filesOf(1)).toMatchObject([failed])
  states = ['missing', 'ready']
  await fetchRequest(1, wanted, 'pressed')
  expect(await filesOf(1)).toMatchObject([{ status: 'pending', url: film.url }])
  expect(await filesOf(1)).toHaveLength(1)
})

test('what the school does not get ready in time has failed as well [OFF-02]', () => {
  const facts = { userId: 1, manifest: listWith('preparing'), request: wanted, now: 1 }
  expect(filesOfRequest(facts)).toEqual([])
  expect(filesOfRequest({ ...facts, isLate: true })).toMatchObject([{ status: 'fail', failure: 'missing', bytes: 0 }])
})

test('a document that is taken off while the film beside it is measured stays away, and the film comes [OFF-02]', {
  timeout: 30_000,
}, async () => {
  states = ['preparing', 'ready']
  const files = [{ ...film, url: '/media/k/notes.pdf' }]
  beside = [{ id: 6, kind: 'document', title: 'Notes', day_ids: [7], lesson_ids: [9], state: 'ready', files }]
  const fetching = fetchRequest(1, wanted, 'pressed')
  await vi.waitFor(async () => expect(await filesOf(1)).toMatchObject([{ title: 'Notes' }]))
  const notes = await filesOf(1)
  expect(readRequests(1)).toMatchObject([{ isOpen: true, wasHere: true }])
  keepRequests(1, withoutItems(readRequests(1), notes, []))
  await removeFiles(notes)
  // Nothing of it is here, but nobody else has removed it.
  expect(readRequests(1)).toEqual([{ ...wanted, isOpen: true, without: [6] }])
  await fetching
  expect(await filesOf(1)).toMatchObject([{ title: 'Film', status: 'pending' }])
  expect(readRequests(1)).toEqual([{ ...wanted, wasHere: true, isOpen: false, without: [6] }])
})

test('a document that is taken off just as it is added goes again, and is not missed [OFF-02]', async () => {
  states = ['ready']
  const files = [{ ...film, url: '/media/k/notes.pdf' }]
  beside = [{ id: 6, kind: 'document', title: 'Notes', day_ids: [7], lesson_ids: [9], state: 'ready', files }]
  // Another tab changes what is wanted once it was read.
  const getItem = (key: string) => {
    const read = stored.get(key) ?? null
    stored.set(key, JSON.stringify([{ ...wanted, isAutomatic: true, without: [5, 6] }]))
    return read
  }
  vi.stubGlobal('localStorage', { ...localStorage, getItem })
  await fetchRequest(1, wanted, 'pressed')
  expect(await filesOf(1)).toEqual([])
  expect(readRequests(1)).not.toMatchObject([{ wasHere: true }])
})
