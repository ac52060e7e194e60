import { letGoUpload } from '#kit/features/media/uploads/uploading.ts'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { type Language, supportedLanguages } from '#kit/copy/language.ts'
import { request } from '#kit/request/request.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { createStore } from '#kit/ui/store.ts'
import { recall } from '#studio/platform/device-memory.ts'
import { refreshImports } from './data.ts'

/** Where the language of courses that are brought in is kept. */
export const importLanguage = 'import-language'

export const languageOfImports = (own: Language): Language =>
  supportedLanguages.find(code => code === recall(importLanguage)) ?? own

/** Why courses that have arrived could not be given to the server to read, by the id of their upload. */
export const refusedImports = createStore<ReadonlyMap<string, unknown>>(new Map())

const forgetRefusal = (id: string) =>
  refusedImports.change(before => new Map([...before].filter(([refused]) => refused !== id)))

/** Has the server read a course that has arrived; rejects where trying again may help. */
export async function beginImport({ id, mediaId }: UploadView, own: Language): Promise<void> {
  if (mediaId === undefined) return
  try {
    const body = { file_id: mediaId, language: languageOfImports(own) }
    await request('POST /studio/course-imports', { body })
    forgetRefusal(id)
  } catch (error) {
    refusedImports.change(before => new Map([...before, [id, error]]))
    if (error instanceof RequestError && !isPassing(error)) return
    throw error
  }
  await refreshImports()
  await letGoUpload(id)
}
