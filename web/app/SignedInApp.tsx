import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { Redirect, useSearch } from 'wouter'
import { prefetch } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { componentOf } from '#kit/shell/part.ts'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import type { GuardVerdict } from '#shared/features/accounts/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { keepReturnUrl } from '#web/features/accounts/session.ts'
import { pathTo, type Place, placeOf } from '#web/platform/addresses.ts'
import { addCopy } from '#web/platform/copy.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { judge } from './guards.ts'
import { screenAt } from './lazy-screens.ts'
import { loadAll, useLoadState, usePlan } from './load-all.ts'
import { features, routes } from './paths.ts'
import { Shell, Waiting } from './shell/Shell.tsx'

export { loadAll }

/** Shown instead of a screen when a guard refuses; provided by the one feature that implements it. */
const GuardScreen = lazy(async () => {
  const { guardScreen, copy = 'home' } = features.find(feature => feature.guardScreen) ?? {}
  if (!guardScreen) throw new Error('No feature has a screen for the guards')
  return { default: componentOf((await Promise.all([guardScreen(), addCopy(copy)]))[0]) }
})

/** Everything behind sign-in: the shell and, once the learner's data has loaded, the screen. */
export function SignedInApp({ place, path }: { place: Place; path: string }) {
  useEffect(() => void loadAll(), [])
  return (
    <QueryClientProvider client={queryClient}>
      <Shell place={place} path={path}>
        <Content path={path} />
      </Shell>
    </QueryClientProvider>
  )
}

/** Starts a place's reads in parallel with its chunk, unless they are cached. */
function startReads(path: string): void {
  const place = placeOf(path)
  if (place.kind === 'route')
    for (const one of routes[place.name].data?.(place.params) ?? []) prefetch(queryClient, one)
}

/** Redirects as the guards decide, storing the requested address. */
function Elsewhere({ to, returnUrl }: Extract<GuardVerdict, { kind: 'redirect' }>) {
  useEffect(() => {
    if (returnUrl) keepReturnUrl(returnUrl)
  }, [returnUrl])
  return <Redirect to={to === 'subscriptions' ? pathTo(to, {}, { warning: 'true' }) : pathTo(to)} replace />
}

/** Keeps the previous screen visible until the next one's chunk has loaded. */
function Content({ path }: { path: string }) {
  const state = useLoadState()
  const user = useUser()
  const plan = usePlan()
  const search = useSearch()
  const address = useDeferredValue(search ? `${path}?${search}` : path)
  const [shown = path] = address.split('?')
  useEffect(() => startReads(path), [path])
  if (state === 'fail') return <ErrorState isPage onRetry={() => void loadAll()} />
  const place = placeOf(shown)
  const known = state === 'loaded' ? user : undefined
  const verdict = judge(place, { hasToken: true, user: known, plan, path: address })
  if (verdict.kind === 'redirect') return <Elsewhere {...verdict} />
  if (verdict.kind === 'askEmail' || verdict.kind === 'refuse') return <GuardScreen verdict={verdict} />
  if (verdict.kind === 'load' || place.kind !== 'route') return <Waiting />
  const Screen = screenAt(place.name)
  return (
    <ScreenBoundary place={shown}>
      <Suspense fallback={<Waiting />}>
        <Fragment key={JSON.stringify(place.params)}>
          <Screen {...place.params} />
        </Fragment>
        <Arrival path={shown} />
      </Suspense>
    </ScreenBoundary>
  )
}

/** After a change of screen, scrolls to the top and focuses the heading, so that screen readers announce the new screen. */
function Arrival({ path }: { path: string }) {
  const last = useRef<string | null>(null)
  useEffect(() => {
    const isFirst = last.current === null
    if (last.current === path) return
    last.current = path
    // On the first visit the page starts at the top, unless the person has already moved on.
    if (isFirst && (document.activeElement !== document.body || performance.now() < 5000)) return
    // That of a screen that still loads has no name of its own.
    const target = document.querySelector<HTMLElement>('#main h1:not([aria-label])') ?? document.getElementById('main')
    if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
    target?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [path])
  return null
}
