import { useEffect, useMemo } from 'react'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { browserUploads } from '#kit/features/media/uploads/browser-uploads.ts'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { useUploads } from '#kit/features/media/uploads/uploading.ts'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import type { KeptDraft } from './draft.ts'

/** All uploads of an answer in the order they are handed in: the selfie comes last. */
export function uploadsOf({ uploads, selfie }: { uploads: readonly string[]; selfie: string | undefined }): string[] {
  return selfie === undefined ? [...uploads] : [...uploads, selfie]
}

/** Ids of the draft's failed uploads. Uploads that no longer exist are removed from the draft. */
export function useFailedUploads({ draft, change }: KeptDraft): ReadonlySet<string> {
  const ids = useMemo(() => uploadsOf(draft), [draft])
  const views = useUploads(ids)
  useEffect(() => {
    const exists = (id: string) => browserUploads.view(id) !== undefined
    const removeLost = () =>
      change(before => ({
        uploads: before.uploads.filter(exists),
        selfie: before.selfie !== undefined && exists(before.selfie) ? before.selfie : undefined,
      }))
    browserUploads.load().then(removeLost, () => {})
  }, [change])
  return useMemo(() => new Set(views.filter(view => view.state === 'FAIL').map(view => view.id)), [views])
}

interface FilesProps {
  kept: KeptDraft
  /** The most files allowed. */
  most: number
  error: CopyKey | undefined
}

/** The photos and videos of an answer; they upload while it is still being written. */
export function FilesPart({ kept: { draft, change }, most, error }: FilesProps) {
  const t = useCopy()
  const { uploads } = draft
  return (
    <FieldGroup label={t('homework.form.files')} error={error && t(error)}>
      <UploadList
        ids={uploads}
        onRemove={gone => change(before => ({ uploads: before.uploads.filter(one => one !== gone) }))}
      />
      {uploads.length < most && (
        <PickFiles
          most={most - uploads.length}
          onPicked={picked => change(before => ({ uploads: [...before.uploads, ...picked].slice(0, most) }))}
        />
      )}
    </FieldGroup>
  )
}
