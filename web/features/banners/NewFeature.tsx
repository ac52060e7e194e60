import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { linkTarget } from '#shared/platform/link-target.ts'
import type { BannerWire } from '#shared/features/banners/wire.ts'
import { codesAt } from '#shared/features/banners/slots.ts'
import { addCopy } from '#web/platform/copy.ts'
import styles from './Banners.module.css'
import { countView } from './count-view.ts'
import { platformHere } from './shown-banners.ts'

/** Once in a visit. */
let isAsked = false

/** Tells what is new in the school, once: closed on one device, it does not come on another. Nothing else waits for it. */
export async function showNewFeature(): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    await tellNewFeature()
  } catch (error) {
    console.warn(error)
  }
}

async function tellNewFeature(): Promise<void> {
  const [position] = codesAt(platformHere(), 'home', 'mainPage')
  if (position === undefined) return
  const { data } = await request('GET /banner/new-features', { query: { position } })
  const [note] = data
  if (!note) return
  await addCopy('account')
  const count = countView(note.id)
  count('banner_show')
  await openDialog(close => <NewFeature note={note} onFollow={() => count('banner_click')} onClose={() => close()} />)
  await request('PUT /banner/new-features/:id/seen', { params: { id: note.id } })
}

type Props = { note: BannerWire; onFollow: () => void; onClose: () => void }

function NewFeature({ note, onFollow, onClose }: Props) {
  const t = useCopy()
  const target = note.link === null ? undefined : linkTarget(note.link)
  const handleFollow = () => {
    onFollow()
    onClose()
  }
  return (
    <Dialog title={note.title} size="small" onClose={onClose}>
      <div className={styles.news}>
        {note.image && <img src={note.image.medium} alt="" />}
        {note.text && (
          <p className={styles.text} dir="auto">
            {note.text}
          </p>
        )}
        {target ? (
          <LinkButton
            href={target.kind === 'inside' ? target.path : target.url}
            newWindow={target.kind === 'outside'}
            onClick={handleFollow}
          >
            {t('banners.news.open')}
          </LinkButton>
        ) : (
          <Button onClick={onClose}>{t('banners.news.close')}</Button>
        )}
      </div>
    </Dialog>
  )
}
