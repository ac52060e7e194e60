import { useCopy } from '#kit/copy/copy.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import styles from './InstallGuide.module.css'

/** The signs of iOS that a reader has to find, share and add to the home screen, and the tick of what is done. */
const signs = {
  share: 'M12 14.5V3M8 6.5 12 2.5l4 4M8.5 10H5.5v11.5h13V10h-3',
  done: 'm4.5 12.5 5 5L19.5 7',
  add: 'M4 8a4 4 0 0 1 4-4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4zM12 8.5v7M8.5 12h7',
} as const

function Sign({ name }: { name: keyof typeof signs }) {
  return (
    <svg viewBox="0 0 24 24" className={styles.sign} aria-hidden>
      <path d={signs[name]} />
    </svg>
  )
}

function InstallGuide({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  return (
    <Dialog title={t('install.guide')} size="small" onClose={onClose}>
      <ol className={styles.steps}>
        <li>
          <Sign name="share" />
          <span>{t('install.guide.share')}</span>
        </li>
        <li>
          <Sign name="add" />
          <span>{t('install.guide.add')}</span>
        </li>
        <li>
          <Sign name="done" />
          <span>{t('install.guide.done')}</span>
        </li>
      </ol>
    </Dialog>
  )
}

/** Shows how an iPhone or iPad installs the app: their browsers never ask. */
export async function showInstallGuide(): Promise<void> {
  await openDialog(close => <InstallGuide onClose={() => close()} />)
}
