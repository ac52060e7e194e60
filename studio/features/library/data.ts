import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatBytes } from '#kit/features/media/upload-text.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import type { LibraryFileWire } from '#shared/features/library/contract.ts'
import type { fileKinds, fileStates } from '#shared/features/library/rules.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import type { Find } from '#studio/platform/feature.ts'
import { pagedQuery } from '#studio/platform/Pages.tsx'

export type FileKind = (typeof fileKinds)[number]

export type LibraryFilter = {
  search: string | undefined
  kind: FileKind | undefined
  state: (typeof fileStates)[number] | undefined
  use: 'unused' | undefined
}

/** Films that are being converted are looked after. */
const lookEveryMs = 3000

export const libraryQuery = (filter: LibraryFilter, page: number, perPage = 48) =>
  pagedQuery('GET /studio/library', { query: { ...filter, page, 'per-page': perPage } })

export const storageQuery = () => callQuery('GET /studio/library-storage')

export const fileQuery = (id: number) => callQuery('GET /studio/library/:id', { params: { id } })

/** How soon to look again at files that wait; false when none does. */
export const lookAgain = (files: readonly { status: string }[] | undefined): number | false =>
  files?.some(({ status }) => status === 'UPLOADED' || status === 'NOT_UPLOADED') ? lookEveryMs : false

/** Whether nothing uses a file, and all of it has arrived. */
export const canBeDeleted = ({ is_used: isUsed, status }: LibraryFileWire) => !isUsed && status !== 'NOT_UPLOADED'

/** Deletes a file; one that is gone already is deleted. */
export async function deleteFile(id: number): Promise<void> {
  try {
    await request('DELETE /studio/library/:id', { params: { id } })
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error
  }
}

export function refreshLibrary(): Promise<unknown> {
  return makeStale('GET /studio/library', 'GET /studio/library/:id', 'GET /studio/library-storage')
}

/** One change of a file at a time; refusals are shown as toasts, and what is shown is read again. */
export function useFileAction() {
  const t = useCopy()
  return useSubmit({
    send: async (work: () => Promise<unknown>) => {
      try {
        return await work()
      } finally {
        await refreshLibrary()
      }
    },
    failed: t('library.failed'),
    hasToast: true,
  })
}

/** Files of the library by their names. */
export const findFiles: Find = async (search, { signal, language }) => {
  const { data } = await request('GET /studio/library', { query: { search, 'per-page': 5 }, signal })
  return data.map(({ id, name, bytes }) => ({
    name,
    detail: formatBytes(bytes, language),
    href: pathTo('libraryFile', { fileId: id }),
  }))
}
