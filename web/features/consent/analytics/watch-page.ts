import { knownAddress } from '#shared/platform/analytics.ts'
import { placeOf } from '#web/platform/addresses.ts'
import { track } from '#web/platform/analytics.ts'

/** Time for the title, which may depend on loaded data, and for redirects, in ms. */
const settles = 400
const moves = ['pushState', 'replaceState', 'popstate']

function tellPage() {
  const { pathname: path, href } = location
  const place = placeOf(path)
  const route = place.kind === 'route' ? { route: place.name, ...place.params } : { route: place.kind }
  track({ name: 'page_view', ...route, title: document.title, location: knownAddress(href), path })
}

/** Reports the open page and each following one, with its parameters but without secrets from its address. */
export function watchPages(): () => void {
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (location.pathname === told) return
      told = location.pathname
      tellPage()
    }, settles)
  }
  look()
  for (const move of moves) addEventListener(move, look)
  return () => {
    clearTimeout(timer)
    for (const move of moves) removeEventListener(move, look)
  }
}

/** Tells presses of what carries `data-analytics`, its name, and the details in its `data-analytics-…`. */
export function watchClicks(): () => void {
  const handleClick = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-analytics]') : null
    if (!element) return
    const { analytics: of = '', ...rest } = element.dataset
    const details = Object.entries(rest).flatMap(([key, value = '']) =>
      key.startsWith('analytics') ? [[key.slice('analytics'.length).toLowerCase(), value]] : [],
    )
    track({ ...Object.fromEntries(details), name: 'click', element: of })
  }
  document.addEventListener('click', handleClick, { capture: true })
  return () => document.removeEventListener('click', handleClick, { capture: true })
}
