import { beforeEach, expect, test, vi } from 'vitest'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { NetworkError, RequestError } from '#kit/request/request-errors.ts'
import { beginImport, refusedImports } from './begin-import.ts'

const calls = vi.hoisted(() => ({ request: vi.fn(), letGo: vi.fn() }))
vi.mock('#kit/request/request.ts', () => ({ request: calls.request }))
vi.mock('#kit/features/media/uploads/uploading.ts', () => ({ letGoUpload: calls.letGo }))
vi.mock('./data.ts', () => ({ refreshImports: () => Promise.resolve() }))
vi.stubGlobal('localStorage', { getItem: () => null })

const upload = (id: string, mediaId?: number) => ({ id, mediaId }) as UploadView
const refused = () => [...refusedImports.read().keys()]

beforeEach(() => {
  calls.request.mockReset().mockResolvedValue({ data: { id: 1 } })
  calls.letGo.mockReset().mockResolvedValue(undefined)
  refusedImports.change(() => new Map())
})

test('a course that has arrived is read in the language of the author, and its upload is let go', async () => {
  await beginImport(upload('one', 7), 'es')
  expect(calls.request).toHaveBeenCalledWith('POST /studio/course-imports', { body: { file_id: 7, language: 'es' } })
  expect(calls.letGo).toHaveBeenCalledWith('one')
  expect(refused()).toEqual([])
})

test('one that is still on its way is left alone', async () => {
  await beginImport(upload('one'), 'en')
  expect(calls.request).not.toHaveBeenCalled()
  expect(calls.letGo).not.toHaveBeenCalled()
})

test('the refusal of one course stays when another is read, and goes when its own is', async () => {
  const no = new RequestError('/course-imports', new Response(null, { status: 409 }), { code: 'file_not_ready' })
  calls.request.mockRejectedValueOnce(no)
  await beginImport(upload('one', 7), 'en')
  expect(calls.letGo).not.toHaveBeenCalled()
  await beginImport(upload('two', 8), 'en')
  expect([...refusedImports.read()]).toEqual([['one', no]])
  await beginImport(upload('one', 7), 'en')
  expect(refused()).toEqual([])
})

test('what passes is told, and tried again by the caller', async () => {
  const away = new NetworkError('/course-imports')
  calls.request.mockRejectedValueOnce(away)
  await expect(beginImport(upload('one', 7), 'en')).rejects.toBe(away)
  expect(refused()).toEqual(['one'])
})
