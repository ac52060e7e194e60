import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadItem } from '#kit/features/media/UploadList.tsx'
import { letGoUpload, useUpload } from '#kit/features/media/uploads/uploading.ts'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import type { DraftMediaWire } from '#shared/features/courses/draft-fields.ts'
import styles from '../Draft.module.css'

type Props = {
  label: string
  kind: 'video' | 'image'
  value: number | null
  media: readonly DraftMediaWire[]
  onChange: (id: number | null) => void
}

/** The place of one film or picture: it is uploaded here, and how far it is shown. */
export function MediaSlot({ label, kind, value, media, onChange }: Props) {
  const t = useCopy()
  const [upload, setUpload] = useState<string>()
  const found = media.find(({ id }) => id === value)
  return (
    <FieldGroup label={label} error={found?.status === 'FAIL' ? t('courses.media.failed') : undefined}>
      {value !== null && (
        <div className={styles.file}>
          <Icon name={kind === 'video' ? 'play' : 'camera'} />
          <span className={styles.name}>
            <bdi>{found?.name ?? t('courses.media.saving')}</bdi>
          </span>
          <IconButton icon="close" label={t('courses.media.remove', { label })} onClick={() => onChange(null)} />
        </div>
      )}
      {found?.status === 'UPLOADED' && (
        <>
          <ProgressBar percent={found.progress} label={t('courses.media.converting')} />
          <p className={styles.muted}>{t('courses.media.converting')}</p>
        </>
      )}
      {upload !== undefined && (
        <Uploading
          id={upload}
          kind={kind}
          onEnd={id => {
            setUpload(undefined)
            if (id !== undefined) onChange(id)
          }}
        />
      )}
      {upload === undefined && value === null && <PickFiles most={1} onPicked={ids => setUpload(ids[0])} />}
    </FieldGroup>
  )
}

type UploadingProps = { id: string; kind: 'video' | 'image'; onEnd: (mediaId: number | undefined) => void }

/** A file on its way; once all its bytes have come, the part names it. */
function Uploading({ id, kind, onEnd }: UploadingProps) {
  const t = useCopy()
  const upload = useUpload(id)
  const isOther = upload !== undefined && upload.type !== '' && !upload.type.startsWith(`${kind}/`)
  const mediaId = upload?.state === 'UPLOADED' || upload?.state === 'DONE' ? upload.mediaId : undefined
  useEffect(() => {
    if (mediaId === undefined || isOther) return
    onEnd(mediaId)
    void letGoUpload(id)
  }, [mediaId, isOther, id, onEnd])
  if (!upload) return null
  return (
    <>
      {isOther && <p role="alert">{t(`courses.media.other.${kind}`)}</p>}
      <ul className={styles.uploads}>
        <UploadItem upload={upload} onRemove={() => onEnd(undefined)} />
      </ul>
    </>
  )
}
