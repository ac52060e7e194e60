import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#kit/request/connection.ts'
import { localDatabase, type StoredClip } from '#kit/request/local-database.ts'
import { addPiece, keepClip, sendClips } from './clips.ts'

const started = vi.hoisted(() => vi.fn(async (_file: File) => 'upload-1'))
const written = vi.hoisted(() => vi.fn(async (..._of: unknown[]) => ({ id: 1, key: 'k' })))
vi.mock('#kit/features/media/uploads/uploading.ts', () => ({ startUpload: started }))
vi.mock('#kit/outbox/outbox.ts', () => ({ addWrite: written }))

/** Locks as a browser holds them: gone with the page that held one. */
const held = new Set<string>()
const locks = {
  async request(name: string, ...given: unknown[]) {
    const work = given.at(-1) as (lock: object | null) => Promise<void>
    if (held.has(name)) return work(null)
    held.add(name)
    await work({})
    held.delete(name)
  },
}

const clip: StoredClip = {
  id: 'clip-1',
  userId: 4,
  consultationId: 9,
  recordingId: 5,
  type: 'video/webm;codecs=vp8,opus',
  beganAt: 1234,
}

beforeEach(() => {
  vi.stubGlobal('navigator', { locks })
  vi.clearAllMocks()
  held.clear()
  settings.userId = 4
})

test('what a page recorded is sent by nobody while it records, and whole once it has ended or crashed [CNS-19]', async () => {
  let end = () => {}
  const kept = keepClip(clip, () => new Promise<void>(resolve => (end = resolve)))
  await vi.waitFor(() => expect(held.size).toBe(1))
  await addPiece(clip.id, new Blob(['first ']))
  await addPiece('another', new Blob(['not of it']))
  await addPiece(clip.id, new Blob(['second']))
  await sendClips()
  expect(started).not.toHaveBeenCalled()
  // The page crashes: its lock goes, and nothing is said.
  held.clear()
  settings.userId = 5
  await sendClips()
  expect(started).not.toHaveBeenCalled()
  settings.userId = 4
  await Promise.all([sendClips(), sendClips()])
  expect(started).toHaveBeenCalledTimes(1)
  const [file] = started.mock.calls[0] ?? []
  expect([await file?.text(), file?.name, file?.type]).toEqual(['first second', 'call.webm', 'video/webm'])
  expect(written.mock.calls).toEqual([
    [
      'POST /online-consultation/:id/recordings/:recordingId/part',
      { params: { id: 9, recordingId: 5 }, body: { began_at: 1234, file_ids: [] } },
      { lane: 'recording:5', uploads: ['upload-1'], keepsRefused: false, key: 'clip-1' },
    ],
  ])
  const database = await localDatabase()
  expect([await database.count('clips'), await database.count('pieces')]).toEqual([0, 1])
  end()
  await kept
})

test('a clip in which nothing was recorded is forgotten [CNS-19]', async () => {
  await keepClip({ ...clip, id: 'empty' }, async () => {})
  await sendClips()
  expect(started).not.toHaveBeenCalled()
  expect(await (await localDatabase()).count('clips')).toBe(0)
})
