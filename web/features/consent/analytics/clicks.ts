import { track } from '#web/platform/analytics.ts'

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
