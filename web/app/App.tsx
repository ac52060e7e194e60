import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { settings } from '#kit/request/connection.ts'
import { DialogHost } from '#kit/ui/layers/Dialog.tsx'
import { keepReturnUrl, isSignedIn } from '#web/features/accounts/session.ts'
import { type AddressName, pathTo, type Place, placeOf } from '#web/platform/addresses.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { arrivedSignedIn, enter, judge, loadSignedIn } from './guards.ts'
import { screenAt } from './lazy-screens.ts'
import { routes } from './paths.ts'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import styles from './Blank.module.css'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { setPageTitle, useShownTitle } from '#web/platform/page-title.ts'

const LazySignedInApp = lazy(async () => ({ default: (await loadSignedIn()).SignedInApp }))
const NotFoundScreen = lazy(() =>
  import('./shell/NotFoundScreen.tsx').then(module => ({ default: module.NotFoundScreen })),
)

/** The whole learner app: which screen to show to whom, and what to show meanwhile. */
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

/** Without the pause that React makes for what is lazy, when it is here already; it stays what it was first. */
function SignedInApp(props: { place: Place; path: string }) {
  const [Part] = useState(() => arrivedSignedIn()?.SignedInApp ?? LazySignedInApp)
  return <Part {...props} />
}

/** Stores where the visitor wanted to go and opens sign-in. */
function ToLogin({ returnUrl }: { returnUrl: string | undefined }) {
  useEffect(() => {
    if (returnUrl) keepReturnUrl(returnUrl)
  }, [returnUrl])
  return <Redirect to={pathTo('login')} replace />
}

/** A guest's screen; once signed in it leads on, staying visible until the next screen is ready. */
function Door({ name, isOpen }: { name: AddressName; isOpen: boolean }) {
  const [, navigate] = useLocation()
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (isOpen && settings.token) void enter(to => navigate(to, { replace: true }))
  }, [isOpen, navigate])
  const Screen = screenAt(name)
  return wasOpen.current ? <Blank /> : <Screen />
}

/** Shown until the first screen of a visit arrives. */
function Blank() {
  return (
    <div className={styles.blank}>
      <Spinner />
    </div>
  )
}

/** Sets the page title to the route's until the screen sets its own, and shows it in the browser tab. */
function useRouteTitle(place: Place): void {
  const t = useCopy()
  const own = place.kind === 'route' ? t(routes[place.name].title) : t('shell.title.notFound')
  const key = JSON.stringify(place)
  const shown = useShownTitle()
  // Before what a screen that is here already says in an effect of its own.
  useLayoutEffect(() => setPageTitle(own), [own, key])
  const { name } = site().site.domain
  useEffect(() => {
    document.title = shown ? `${shown} · ${name}` : name
  }, [shown, name])
}
