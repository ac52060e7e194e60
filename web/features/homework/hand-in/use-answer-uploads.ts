import { useEffect, useMemo } from 'react'
import { browserUploads } from '#kit/features/media/browser-uploads.ts'
import { useUploads } from '#kit/features/media/uploading.ts'
import type { KeptDraft } from './draft.ts'

/** Every upload of an answer, its selfie last: the order in which they are handed in. */
export function uploadsOf({ uploads, selfie }: { uploads: readonly string[]; selfie: string | undefined }): string[] {
  return selfie === undefined ? [...uploads] : [...uploads, selfie]
}

/** The uploads of a draft that the server or the device would not take; those that are nowhere any more leave the draft. */
export function useFailedUploads({ draft, change }: KeptDraft): ReadonlySet<string> {
  const ids = useMemo(() => uploadsOf(draft), [draft])
  const views = useUploads(ids)
  useEffect(() => {
    const isThere = (id: string) => browserUploads.view(id) !== undefined
    const leaveLost = () =>
      change(before => ({
        uploads: before.uploads.filter(isThere),
        selfie: before.selfie !== undefined && isThere(before.selfie) ? before.selfie : undefined,
      }))
    browserUploads.load().then(leaveLost, () => {})
  }, [change])
  return useMemo(() => new Set(views.filter(view => view.state === 'FAIL').map(view => view.id)), [views])
}
