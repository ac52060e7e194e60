import { addCopy } from '#web/platform/copy.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { type AnalyticsEvent, person, track } from '#web/platform/analytics.ts'
import { addMenu } from '#web/platform/menu.ts'
import { wayToInstall } from './installation.ts'
import { isOfferDue, memoryFrom, memoryText, type OfferMemory, withVisit } from './offer-memory.ts'

/** Of the device, whoever signs in. */
const memoryKey = 'install'

const read = () => memoryFrom(localStorage.getItem(memoryKey))
export function remember(change: (before: OfferMemory) => OfferMemory): void {
  localStorage.setItem(memoryKey, memoryText(change(read())))
}

/** Where somebody looks around; never amid a lesson, a form or a payment. */
const isCalm = (path: string): boolean => [pathTo('home'), pathTo('homeworks'), pathTo('userSettings')].includes(path)

/**
 * Counts visits and finished lessons, puts the way to install into the menus where there is one, offers it at a good moment,
 * and tells when the app was installed.
 */
export function watchInstall(): void {
  if (person.read()?.isActing) return
  remember(before => withVisit(before, Date.now()))
  addEventListener('kurso:analytics', event => {
    if ((event as CustomEvent<AnalyticsEvent>).detail.name === 'video_complete')
      remember(before => ({ ...before, hasFinished: true }))
  })
  addEventListener('appinstalled', () => track({ name: 'app_install' }))
  // A link may lead to a place by another address of it.
  for (const moved of ['pushState', 'replaceState']) addEventListener(moved, () => void offer().catch(() => {}))
  void showInMenus().catch(() => {})
}

/** The menus are here before this is, and so is the text of their entry. */
async function showInMenus(): Promise<void> {
  if (wayToInstall() === undefined) {
    addEventListener('beforeinstallprompt', () => void showInMenus().catch(() => {}), { once: true })
    return
  }
  await addCopy('account')
  addMenu({
    menu: [
      {
        at: { settings: 55, profile: 55 },
        label: 'install.menu',
        icon: 'download',
        isShown: () => wayToInstall() !== undefined,
        act: async () => (await import('./InstallOffer.tsx')).installNow(),
      },
    ],
  })
}

async function offer(): Promise<void> {
  const isWanted = () => isCalm(location.pathname) && isOfferDue(read(), Date.now()) && wayToInstall() !== undefined
  if (!isWanted()) return
  const { showInstallOffer } = await import('./InstallOffer.tsx')
  if (isWanted()) await showInstallOffer()
}
