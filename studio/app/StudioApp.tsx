import { useEffect, useSyncExternalStore } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { onConnected } from '#kit/live/live.ts'
import { CrashBoundary, type CrashProps } from '#kit/shell/CrashBoundary.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import type { User } from '#shared/features/accounts/forms.ts'
import { OwnZone } from '#studio/platform/moments.ts'
import { returnPath, pathTo, placeOf } from '#studio/platform/addresses.ts'
import { SignInScreen } from '#studio/features/accounts/SignInScreen.tsx'
import { arrival, resumeSession, session } from '#studio/features/accounts/session.ts'
import { forgetFailures, type Route, routes, sectionsOf } from './paths.ts'
import { RouteScreen } from './RouteScreen.tsx'
import { leave } from './leave.ts'
import { Shell, Waiting } from './shell/Shell.tsx'

/** The whole studio: sign-in without a session, otherwise the address's screen in the shell. */
export function StudioApp() {
  const [path] = useLocation()
  const state = useSyncExternalStore(session.subscribe, session.read)
  const isArriving = useSyncExternalStore(arrival.subscribe, arrival.read) !== 'none'
  const query = new URLSearchParams(useSearch())
  const isSignIn = placeOf(path)?.name === 'login'
  const route = routeAt(path)
  const isChecking = state.kind === 'checking'
  useEffect(() => {
    // The screen will be here when the session is; should it fail, it fails where it is shown.
    if (isChecking) route?.load().catch(() => undefined)
  }, [isChecking, route])
  if (route?.section === 'door') return <Door path={path} route={route} />
  if (state.kind === 'failed')
    return (
      <main id="main">
        <ErrorState isPage onRetry={() => void resumeSession()} />
      </main>
    )
  if (isChecking)
    return (
      <main id="main">
        <Waiting />
      </main>
    )
  if (isSignIn && state.kind === 'in' && !query.has('token') && !isArriving)
    return <Redirect to={returnPath(query.get('returnUrl'), location.origin)} replace />
  if (isSignIn) return <SignInScreen />
  if (state.kind === 'none')
    return <Redirect to={pathTo('login', {}, { returnUrl: location.pathname + location.search })} replace />
  return (
    <OwnZone value={state.user.timezone}>
      <Shell user={state.user} section={route?.section} onLogout={leave}>
        <CrashBoundary place={path} onTryAgain={forgetFailures} Fallback={Crash}>
          <Content path={path} user={state.user} />
        </CrashBoundary>
      </Shell>
    </OwnZone>
  )
}

/** A screen for those who have no session. */
function Door({ path, route }: { path: string; route: Route }) {
  return (
    <CrashBoundary place={path} onTryAgain={forgetFailures} Fallback={Crash}>
      <RouteScreen key={path} route={route} />
    </CrashBoundary>
  )
}

function routeAt(path: string) {
  const name = placeOf(path)?.name
  return name === undefined ? undefined : routes.get(name)
}

function Content({ path, user }: { path: string; user: User }) {
  const t = useCopy()
  const place = placeOf(path)
  const own = sectionsOf(user.role)
  const [first] = own
  if (!first)
    return <EmptyState isPage icon="info" title={t('shell.noSections.title')} text={t('shell.noSections.text')} />
  const start = pathTo(first.address as 'home')
  if (place?.name === 'home') return <Redirect to={start} replace />
  const route = routeAt(path)
  if (!route || !own.some(({ address }) => address === route.section)) return <NotFound href={start} />
  return <RouteScreen key={place?.name + JSON.stringify(place?.params)} route={route} params={place?.params} />
}

function NotFound({ href }: { href: string }) {
  const t = useCopy()
  const action = <LinkButton href={href}>{t('shell.notFound.home')}</LinkButton>
  return (
    <EmptyState isPage icon="info" title={t('shell.notFound.title')} text={t('shell.notFound.text')} action={action} />
  )
}

/** A screen crashed, or a part of the app failed to load. */
function Crash({ onRetry }: CrashProps) {
  const t = useCopy()
  useEffect(() => {
    const stop = onConnected(onRetry)
    addEventListener('online', onRetry)
    return () => {
      stop()
      removeEventListener('online', onRetry)
    }
  }, [onRetry])
  const reload = (
    <Button icon="refresh" onClick={() => location.reload()}>
      {t('shell.reload')}
    </Button>
  )
  return (
    <div role="alert">
      <EmptyState isPage icon="alert" title={t('shell.crash.title')} text={t('shell.crash.text')} action={reload} />
    </div>
  )
}
