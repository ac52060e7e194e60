import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { beforeSignOut } from '#web/features/accounts/session.ts'
import { showAbovePage } from '#web/platform/device/above-page.tsx'
import { addCopy } from '#web/platform/copy.ts'
import { askByBrowser, wayToInstall } from './installation.ts'
import { remember } from './watch-install.ts'

const dismiss = () => remember(before => ({ ...before, dismissedAt: Date.now() }))

/** Installs the app in the way of this device: by its browser's question, or as an iPhone is shown how. */
export async function installNow(): Promise<void> {
  if (wayToInstall() === 'guide') return (await import('./InstallGuide.tsx')).showInstallGuide()
  if (!(await askByBrowser())) dismiss()
}

/** Offers to install the app, above the page; whoever closes it is not asked again for a while. */
export async function showInstallOffer(): Promise<void> {
  await addCopy('account')
  const close = showAbovePage(onClose => <InstallOffer onClose={onClose} />)
  if (close) beforeSignOut.add(close)
}

function InstallOffer({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  const handleClose = () => {
    dismiss()
    onClose()
  }
  const handleInstall = () => {
    onClose()
    // Whoever was shown how is not asked again, as there is no telling whether they did it.
    if (wayToInstall() === 'guide') dismiss()
    void installNow().catch(() => {})
  }
  return (
    <aside aria-label={t('install.offer')}>
      <Notice
        live
        icon="download"
        title={t('install.offer')}
        onClose={handleClose}
        action={
          <Button look="secondary" onClick={handleInstall}>
            {t(wayToInstall() === 'guide' ? 'install.how' : 'install.yes')}
          </Button>
        }
      >
        {t('install.offer.text')}
      </Notice>
    </aside>
  )
}
