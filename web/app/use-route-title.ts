import { useEffect } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import type { Place } from '#web/platform/addresses.ts'
import { setPageTitle, useShownTitle } from '#web/platform/page-title.ts'
import { routes } from './paths.ts'

/** Gives the page its route's title until the screen names itself, and shows it in the browser's tab. */
export function useRouteTitle(place: Place): void {
  const t = useCopy()
  const own = place.kind === 'route' ? t(routes[place.name].title) : t('shell.title.notFound')
  const key = JSON.stringify(place)
  const shown = useShownTitle()
  useEffect(() => setPageTitle(own), [own, key])
  const { name } = site().site.domain
  useEffect(() => {
    document.title = shown ? `${shown} · ${name}` : name
  }, [shown, name])
}
