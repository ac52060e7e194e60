import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import type { fileKinds, fileStates } from '#shared/features/library/rules.ts'
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
