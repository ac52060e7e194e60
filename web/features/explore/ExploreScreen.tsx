import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Redirect, useLocation } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { setLocale } from '#kit/copy/language.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { isPassing, RequestError } from '#kit/request/request-errors.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { isSignedIn } from '#web/features/accounts/session.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { usePageTitle } from '#web/platform/page-title.ts'
import { usePublicPage } from './data.ts'
import styles from './Explore.module.css'
import { elementOf, takeServedPage } from './served-page.ts'

/** `/explore` and all below it: pages of the server, to which the app adds that it moves between them without reloading. */
export function ExploreScreen() {
  const [path] = useLocation()
  const [served] = useState(() => ({ path, page: takeServedPage(path) }))
  if (served.page && served.path === path) return <Shown {...served.page} />
  return (
    <QueryClientProvider client={queryClient}>
      <AskedFor key={path} path={path} />
    </QueryClientProvider>
  )
}

function AskedFor({ path }: { path: string }) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = usePublicPage(path)
  const element = useMemo(() => (data ? elementOf(data.html) : undefined), [data])
  if (data?.moved_to) return <Redirect to={data.moved_to} replace />
  if (data && element) return <Shown title={data.title} element={element} />
  if (error instanceof RequestError && !isPassing(error))
    return (
      <main id="main" tabIndex={-1} className={styles.page}>
        <EmptyState
          isPage
          icon="info"
          title={t('explore.gone')}
          action={<LinkButton href={pathTo('explore')}>{t('explore.all')}</LinkButton>}
        />
      </main>
    )
  return (
    <main id="main" tabIndex={-1} className={styles.page} aria-busy={!error}>
      {error ? (
        <LoadFailure
          isPage
          title={t('explore.failed')}
          offlineText={t('explore.offline')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Spinner />
      )}
    </main>
  )
}

/** A page as the server made it; it brings its own header, styles and language. */
function Shown({ title, element }: { title: string; element: Element }) {
  const [, navigate] = useLocation()
  const hasToken = useSyncExternalStore(isSignedIn.subscribe, isSignedIn.read)
  usePageTitle(title)
  useEffect(() => {
    for (const link of element.querySelectorAll<HTMLElement>('[data-visitor]')) link.hidden = hasToken
    for (const link of element.querySelectorAll<HTMLElement>('[data-learner]')) link.hidden = !hasToken
  }, [element, hasToken])
  useEffect(() => {
    const stop = new AbortController()
    element.addEventListener('click', event => followInApp(event as MouseEvent, navigate), { signal: stop.signal })
    return () => stop.abort()
  }, [element, navigate])
  // Before the browser paints: what the server has drawn never leaves the screen.
  return <div ref={at => void (at && at.firstElementChild !== element && at.replaceChildren(element))} />
}

/** Follows a link of the page within the app, as a plain press on it asks for; all others are the browser's. */
function followInApp(event: MouseEvent, navigate: (path: string) => void) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const address = link?.getAttribute('href') ?? ''
  if (!link || !isPlain || event.defaultPrevented || !address.startsWith('/')) return
  // Whoever chose a language, or goes on in one, finds the school in it from then on.
  if (link.dataset['language']) return setLocale(link.dataset['language'])
  if (!address.startsWith('/explore')) setLocale(settings.language)
  event.preventDefault()
  navigate(address)
  window.scrollTo(0, 0)
}
