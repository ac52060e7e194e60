import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { settings } from '#kit/request/connection.ts'
import { DialogHost } from '#kit/ui/layers/DialogHost.tsx'
import { keepReturnUrl, isSignedIn } from '#web/features/accounts/session.ts'
import { type AddressName, pathTo, type Place, placeOf } from '#web/platform/addresses.ts'
import { Blank } from './Blank.tsx'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { enter, judge, loadSignedIn } from './guards.ts'
import { screenAt } from './lazy-screens.ts'
import { routes } from './paths.ts'
import { useRouteTitle } from './use-route-title.ts'

const SignedInApp = lazy(async () => ({ default: (await loadSignedIn()).SignedInApp }))
const NotFoundScreen = lazy(async () => ({ default: (await import('./shell/NotFoundScreen.tsx')).NotFoundScreen }))

/** The whole learner app: what the address shows, to whom, and what stands there meanwhile. */
export function App() {
  const [path] = useLocation()
  return (
    <>
      <ScreenBoundary place={path}>
        <Suspense fallback={<Blank />}>
          <At place={placeOf(path)} path={path} />
        </Suspense>
      </ScreenBoundary>
      <DialogHost />
    </>
  )
}

function At({ place, path }: { place: Place; path: string }) {
  const search = useSearch()
  const hasToken = useSyncExternalStore(isSignedIn.subscribe, isSignedIn.read)
  useRouteTitle(place)
  if (place.kind === 'redirect') return <Redirect to={place.to} replace />
  if (place.kind === 'unknown') return <NotFoundScreen />
  const verdict = judge(place, { hasToken, path: search ? `${path}?${search}` : path })
  if (verdict.kind === 'load') return <SignedInApp place={place} path={path} />
  if (verdict.kind === 'redirect' && verdict.to === 'login') return <ToLogin returnUrl={verdict.returnUrl} />
  if (routes[place.name].access === 'guest') return <Door name={place.name} isOpen={verdict.kind === 'redirect'} />
  const Screen = screenAt(place.name)
  return <Screen {...place.params} />
}

/** Keeps where the visitor wanted to go, then the way to sign-in. */
function ToLogin({ returnUrl }: { returnUrl: string | undefined }) {
  useEffect(() => {
    if (returnUrl) keepReturnUrl(returnUrl)
  }, [returnUrl])
  return <Redirect to={pathTo('login')} replace />
}

/** A guest's screen; as soon as there is a session it leads on, and stays in sight until the next is ready. */
function Door({ name, isOpen }: { name: AddressName; isOpen: boolean }) {
  const [, navigate] = useLocation()
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen && settings.token) void enter(to => navigate(to, { replace: true }))
  }, [isOpen, navigate])
  const Screen = screenAt(name)
  return wasOpen.current ? <Blank /> : <Screen />
}
