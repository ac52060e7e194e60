import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { documentEndings } from '#kit/features/media/uploads/file-kind.ts'
import { UploadItem } from '#kit/features/media/UploadList.tsx'
import { letGoUpload, useUpload } from '#kit/features/media/uploads/uploading.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { DraftMediaWire } from '#shared/features/courses/draft-fields.ts'
import type { LibraryFileWire } from '#shared/features/library/contract.ts'
import { FileInSlot } from '#studio/features/library/file/FileInSlot.tsx'
import { pickFromLibrary } from '#studio/features/library/LibraryPicker.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import styles from '../Draft.module.css'

type Kind = LibraryFileWire['kind']

type Props = {
  label: string
  kind: Kind
  value: number | null
  media: readonly DraftMediaWire[]
  onChange: (id: number | null) => void
}

const accepted: Record<Kind, string> = { video: 'video/*', image: 'image/*', document: documentEndings.join(',') }
const icons = { video: 'play', image: 'camera', document: 'document' } as const

/** The place of one file: it is uploaded here or taken from the library, and shown as far as it is. */
export function MediaSlot({ label, kind, value, media, onChange }: Props) {
  const t = useCopy()
  const [upload, setUpload] = useState<string>()
  const found = media.find(({ id }) => id === value)
  return (
    <FieldGroup label={label} error={undefined}>
      {value !== null && (
        <div className={styles.file}>
          <Icon name={icons[kind]} />
          <span className={styles.name}>
            {found ? (
              <Link href={pathTo('libraryFile', { fileId: found.id })}>
                <bdi>{found.name}</bdi>
              </Link>
            ) : (
              t('courses.media.saving')
            )}
          </span>
          <IconButton icon="close" label={t('courses.media.remove', { label })} onClick={() => onChange(null)} />
        </div>
      )}
      {found && <FileInSlot id={found.id} />}
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
      {upload === undefined && value === null && (
        <>
          <PickFiles
            purpose="library"
            most={1}
            label={t(`courses.media.add.${kind}`)}
            hint={t('courses.media.drop')}
            accept={accepted[kind]}
            onPicked={ids => setUpload(ids[0])}
          />
          <div>
            <Button
              look="ghost"
              aria-label={t('courses.media.pick.of', { label })}
              onClick={() => void pickFromLibrary(kind).then(file => file && onChange(file.id))}
            >
              {t('courses.media.pick')}
            </Button>
          </div>
        </>
      )}
    </FieldGroup>
  )
}

type UploadingProps = { id: string; kind: Kind; onEnd: (mediaId: number | undefined) => void }

/** What a file is by the type that its bytes show; documents show none. */
const kindOf = (type: string): Kind =>
  type.startsWith('video/') ? 'video' : type.startsWith('image/') ? 'image' : 'document'

/** A file on its way; once all its bytes have come, the part names it. */
function Uploading({ id, kind, onEnd }: UploadingProps) {
  const t = useCopy()
  const upload = useUpload(id)
  const isOther = upload !== undefined && kindOf(upload.type) !== kind
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
