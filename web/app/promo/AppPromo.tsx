import { encode } from 'uqr'
import { useCopy } from '#kit/copy/copy.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import styles from './AppPromo.module.css'
import { afterClose, promoFrom, promoKey, promoText } from './start-promo.ts'

type Links = { ios: string | null; android: string | null }

/** A QR code for a phone's camera; the link is also shown below it. */
function QrCode({ address, label }: { address: string; label: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={styles.code}>
      <path d={squares.join('')} shapeRendering="crispEdges" />
    </svg>
  )
}

function AppPromo({ links, onClose }: { links: Links; onClose: () => void }) {
  const t = useCopy()
  return (
    <Dialog title={t('settings.app.title')} size="small" onClose={onClose}>
      <p>{t('settings.app.text')}</p>
      <ul className={styles.systems}>
        {(['ios', 'android'] as const).map(system => {
          const address = links[system]
          const label = t(`settings.app.${system}`)
          return (
            address && (
              <li key={system} data-analytics="mobile_app" data-analytics-system={system}>
                <QrCode address={address} label={t('settings.app.code', { system: label })} />
                <a href={address} target="_blank" rel="noopener noreferrer">
                  {label}
                </a>
              </li>
            )
          )
        })}
      </ul>
    </Dialog>
  )
}

/** Offers the mobile app in a dialog; after it is closed it waits as the rule says. */
export async function openPromo(links: Links): Promise<void> {
  await openDialog(close => <AppPromo links={links} onClose={() => close()} />)
  localStorage.setItem(promoKey, promoText(afterClose(promoFrom(localStorage.getItem(promoKey)), Date.now())))
}
