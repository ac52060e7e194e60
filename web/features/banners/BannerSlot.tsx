import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import type { Slots } from '#kit/shell/slots.ts'
import { bannersAt } from '#shared/features/banners/forms.ts'
import type { Placement, Position } from '#shared/features/banners/slots.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { keepPlace } from './keep-place.ts'
import { wordOf } from '#web/platform/late-places.ts'
import styles from './Banners.module.css'
import { closeBanner, closedBanners } from './closed-banners.ts'
import { CountedBanner } from './CountedBanner.tsx'
import { platformHere, useBanners } from './shown-banners.ts'

/** The banners of a place; several stand side by side. */
export function BannerSlot({ place, ...of }: Slots['banners']) {
  const t = useCopy()
  const { data } = useBanners()
  const closed = useSyncExternalStore(closedBanners.subscribe, closedBanners.read)
  const [position, placement] = place.split(' ') as [Position, Placement]
  const shown =
    data && bannersAt(data, platformHere(), { position, placement, ...of }).filter(({ id }) => !closed.includes(id))
  const isFilled = shown && shown.length > 0
  const word = wordOf({ place, ...of })
  useEffect(() => {
    if (isFilled !== undefined) keepPlace(word, isFilled)
  }, [word, isFilled])
  useEffect(() => {
    if (place === 'home mainPage') void import('./NewFeature.tsx').then(tell => tell.showNewFeature(), console.warn)
  }, [place])
  if (!isFilled) return null
  return (
    <section className={styles.row} aria-label={t('shell.title.banners')}>
      {shown.map(banner => (
        <CountedBanner key={banner.id} banner={banner} className={styles.item}>
          <IconButton
            icon="close"
            className={styles.close}
            label={`${t('ui.close')}: ${banner.title}`}
            onClick={() => closeBanner(banner.id)}
          />
          <Link href={pathTo('banners')} className={styles.all} aria-label={t('shell.title.banners')}>
            <Icon name="chevron-right" />
          </Link>
        </CountedBanner>
      ))}
    </section>
  )
}
