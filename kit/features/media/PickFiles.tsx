import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { UploadPurpose } from '#kit/request/local-database.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import styles from './PickFiles.module.css'
import { startUpload } from './uploads/uploading.ts'

interface Props {
  /** How many more may be taken. */
  most?: number
  /** The ids of the uploads that were started, in the order of choosing. */
  onPicked: (ids: string[]) => void
  /** 'icon' beside a composer's text, 'field' where the files are the main thing. */
  look?: 'field' | 'icon'
  /** Files for the school's library, which takes documents too, or courses. */
  purpose?: UploadPurpose
  /** What the uploads are told to be for, see `startUpload`. */
  goal?: string
  /** What the button says, and which files the device offers; photos and videos by default. */
  label?: string
  hint?: string
  accept?: string
  disabled?: boolean
  /** Files dropped or pasted into this element are taken too; by default, those dropped on the field itself. */
  area?: RefObject<HTMLElement | null>
}

const photosAndVideos = 'image/*,video/*'

/** Takes files dropped on or pasted into an element. */
function useDropArea(area: RefObject<HTMLElement | null>, onFiles: (files: Iterable<File>) => void) {
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const gone = new AbortController()
    const { signal } = gone
    const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false
    const allow = (event: globalThis.DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      element.dataset.dropping = 'yes'
    }
    const end = () => delete element.dataset.dropping
    element.addEventListener('dragover', allow, { signal })
    element.addEventListener('dragleave', end, { signal })
    element.addEventListener(
      'drop',
      event => {
        end()
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        take(event.dataTransfer?.files ?? [])
      },
      { signal },
    )
    element.addEventListener(
      'paste',
      event => {
        const files = [...(event.clipboardData?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        take(files)
      },
      { signal },
    )
    return () => gone.abort()
  }, [area])
}

/** Chooses photos and videos: from the device, by its camera, dropped or pasted; each begins to upload at once. */
export function PickFiles({
  most = Number.POSITIVE_INFINITY,
  onPicked,
  look = 'field',
  disabled,
  area,
  ...rest
}: Props) {
  const t = useCopy()
  const { purpose, goal, accept = photosAndVideos } = rest
  const { label = t('media.upload.pick'), hint = t('media.upload.drop') } = rest
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const take = async (files: Iterable<File>) => {
    const all = [...files]
    const chosen = all.slice(0, most)
    if (chosen.length === 0 || disabled) return
    if (chosen.length < all.length) toast(t('media.upload.tooMany', { count: chosen.length }))
    setBusy(true)
    try {
      onPicked(
        await Promise.all(chosen.map(file => startUpload(file, purpose, goal === undefined ? undefined : { goal }))),
      )
    } finally {
      setBusy(false)
    }
  }
  useDropArea(area ?? field, files => void take(files))
  const open = () => input.current?.click()
  return (
    <div ref={field} className={styles[look]}>
      <input
        ref={input}
        type="file"
        hidden
        multiple={most > 1}
        accept={accept}
        onChange={event => {
          void take([...(event.target.files ?? [])])
          // Choosing the same file again begins another upload.
          event.target.value = ''
        }}
      />
      {look === 'icon' ? (
        <IconButton icon="camera" label={t('media.upload.pick')} disabled={disabled} onClick={open} />
      ) : (
        <>
          <Button
            look="secondary"
            icon={purpose ? undefined : 'camera'}
            busy={isBusy}
            disabled={disabled}
            onClick={open}
          >
            {label}
          </Button>
          <span className={styles.hint}>{hint}</span>
        </>
      )}
    </div>
  )
}
