import { useEffect, useId, useMemo, useState } from 'react'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { browserUploads } from '#kit/features/media/uploads/browser-uploads.ts'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import { startUpload, useUploads } from '#kit/features/media/uploads/uploading.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { KeptDraft } from './draft.ts'
import styles from './HandIn.module.css'
import { takeSelfie } from './SelfieDialog.tsx'

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

function PartError({ text }: { text: CopyKey | undefined }) {
  const t = useCopy()
  if (!text) return null
  return (
    <p role="alert" className={styles.error}>
      <Icon name="alert" />
      {t(text)}
    </p>
  )
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
  const id = useId()
  const { uploads } = draft
  return (
    <div role="group" aria-labelledby={id} className={styles.part} data-wrong={error ? true : undefined}>
      <p id={id} className={styles.label}>
        {t('homework.form.files')}
      </p>
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
      <PartError text={error} />
    </div>
  )
}

export function SelfiePart({ kept: { draft, change }, error }: { kept: KeptDraft; error: CopyKey | undefined }) {
  const t = useCopy()
  const id = useId()
  const [hasFailed, setFailed] = useState(false)
  const { selfie } = draft
  const handleTake = async () => {
    const photo = await takeSelfie()
    if (!photo) return
    setFailed(false)
    try {
      change({ selfie: await startUpload(photo) })
    } catch {
      setFailed(true)
    }
  }
  const wrong = hasFailed ? 'homework.wrong.selfie' : error
  return (
    <div role="group" aria-labelledby={id} className={styles.part} data-wrong={wrong ? true : undefined}>
      <p id={id} className={styles.label}>
        {t('homework.selfie.title')}
      </p>
      <p className={styles.note}>{t('homework.selfie.text')}</p>
      {selfie !== undefined && <UploadList ids={[selfie]} onRemove={() => change({ selfie: undefined })} />}
      <p>
        <Button look="secondary" icon="camera" onClick={() => void handleTake()}>
          {t(selfie === undefined ? 'homework.selfie.take' : 'homework.selfie.again')}
        </Button>
      </p>
      <PartError text={wrong} />
    </div>
  )
}
