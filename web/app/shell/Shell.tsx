import { type ReactNode, useState } from 'react'
import { useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { SkipLink } from '#kit/ui/actions/SkipLink.tsx'
import { ToastHost } from '#kit/ui/layers/ToastHost.tsx'
import { pathTo, type Place } from '#web/platform/addresses.ts'
import { useLoadState } from '../load-all.ts'
import { featuresOn, routes } from '../paths.ts'
import { ConnectionBanner } from '#kit/shell/ConnectionBanner.tsx'
import { LiveListeners } from '#kit/shell/LiveListeners.tsx'
import { useWaitingWrites } from '#kit/shell/use-waiting-writes.ts'
import { Header } from './Header.tsx'
import { SectionLinks } from './SectionLinks.tsx'
import styles from './Shell.module.css'
import { sectionIn } from '#web/platform/menu.ts'
import { useIsQuiet } from '#web/platform/use-quiet.ts'
import { previousAddress, type SectionHistory } from './section-history.ts'
import { useSectionHistory } from './use-section-history.ts'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'

const loadUploads = () => import('#kit/features/media/uploads/browser-uploads.ts').then(module => module.browserUploads)

/** Back leads to where the learner came from, else to the screen above; home needs none. */
function backFrom(place: Place, history: SectionHistory): string | undefined {
  if (place.kind !== 'route') return undefined
  const { parent } = routes[place.name]
  return parent && (previousAddress(history) ?? pathTo(parent as 'calendar', place.params as { streamId: number }))
}

/** Surrounds every screen behind sign-in: header, section links, connection state, messages. */
export function Shell({ place, path, children }: { place: Place; path: string; children: ReactNode }) {
  const t = useCopy()
  const search = useSearch()
  const { section: own, isBare } = place.kind === 'route' ? routes[place.name] : {}
  const section = sectionIn(site().config, own)
  const history = useSectionHistory(section, search ? `${path}?${search}` : path)
  const hasBar = !isBare && site().config.mobileAppWebBottomBar
  const isLoaded = useLoadState() === 'loaded'
  const isIdle = useIsQuiet(isLoaded)
  const [lives] = useState(() => featuresOn().flatMap(({ live }) => live ?? []))
  useWaitingWrites(isLoaded, t, loadUploads)
  return (
    <div className={styles.shell}>
      <SkipLink />
      {!isBare && (
        <Header section={section} history={history} back={backFrom(place, history)} isIdle={isIdle} hasBar={hasBar} />
      )}
      <ConnectionBanner />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {hasBar && <SectionLinks section={section} history={history} className={styles.bar} />}
      {isIdle && <LiveListeners loads={lives} />}
      <ToastHost />
    </div>
  )
}

/** A calm outline of a screen while its chunk and the learner's data arrive. */
export function Waiting() {
  return (
    <div className={styles.waiting} aria-busy>
      <HeadingSkeleton />
      <Skeleton height="12rem" />
      <Skeleton height="8rem" />
    </div>
  )
}
