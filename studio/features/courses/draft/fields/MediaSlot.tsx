import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { documentEndings } from '#kit/features/media/uploads/file-kind.ts'
import { UploadItem } from '#kit/features/media/UploadList.tsx'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { useUploadsFor } from '#kit/features/media/uploads/uploading.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { LibraryFileWire } from '#shared/features/library/contract.ts'
import { FileInSlot } from '#studio/features/library/file/FileInSlot.tsx'
import { pickFromLibrary } from '#studio/features/library/LibraryPicker.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import styles from '../Draft.module.css'
import { hasArrived, isFitting } from '../../uploads/arrivals.ts'
import { type FilePlace, fileIn, goalOf, kindOfField, withFile } from '../../uploads/upload-goal.ts'
import type { PartForm } from '../use-part.ts'

type Kind = LibraryFileWire['kind']

type Props = { label: string; place: FilePlace; form: PartForm }

const accepted: Record<Kind, string> = { video: 'video/*', image: 'image/*', document: documentEndings.join(',') }
const icons = { video: 'play', image: 'camera', document: 'document' } as const

/** The place of one file: it is uploaded here or taken from the library, and shown as far as it is. */
export function MediaSlot({ label, place, form }: Props) {
  const t = useCopy()
  const goal = goalOf(place)
  const kind = kindOfField(place.field)
  const value = fileIn(form.content, place.field)
  const put = (id: number | null) => form.change(withFile(form.content, place.field, id))
  const found = form.media.find(({ id }) => id === value)
  const uploads = useUploadsFor('library').filter(one => one.goal === goal)
  const slot = useHeldFocus<HTMLDivElement>()
  return (
    <FieldGroup label={label} error={undefined}>
      <div ref={slot} tabIndex={-1} className={styles.slot}>
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
            <IconButton icon="close" label={t('courses.media.remove', { label })} onClick={() => put(null)} />
          </div>
        )}
        {found && <FileInSlot id={found.id} />}
        {uploads.map(upload => (
          <Uploading key={upload.id} upload={upload} kind={kind} />
        ))}
        {uploads.length === 0 && value === null && (
          <>
            <PickFiles
              purpose="library"
              goal={goal}
              most={1}
              label={t(`courses.media.add.${kind}`)}
              hint={t('courses.media.drop')}
              accept={accepted[kind]}
              onPicked={() => undefined}
            />
            <div>
              <Button
                look="ghost"
                aria-label={t('courses.media.pick.of', { label })}
                onClick={() => void pickFromLibrary(kind).then(file => file && put(file.id))}
              >
                {t('courses.media.pick')}
              </Button>
            </div>
          </>
        )}
      </div>
    </FieldGroup>
  )
}

/** A file on its way; the part names it once it has arrived, also when the author has gone on to another screen. */
function Uploading({ upload, kind }: { upload: UploadView; kind: Kind }) {
  const t = useCopy()
  if (hasArrived(upload) && isFitting(upload)) return <p role="status">{t('courses.media.saving')}</p>
  return (
    <>
      {!isFitting(upload) && <p role="alert">{t(`courses.media.other.${kind}`)}</p>}
      <ul className={styles.uploads}>
        <UploadItem upload={upload} onRemove={() => undefined} />
      </ul>
    </>
  )
}
