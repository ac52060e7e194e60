/** How often an open tab asks whether there is a next release, in ms: browsers ask by themselves only when a page loads. */
const askEvery = 3_600_000
const takenKey = 'release-taken'

/** Fields that hold what somebody typed; a choice is made again in one press. */
const typedInto =
  'textarea, input:not([type=checkbox], [type=radio], [type=hidden], [type=search]), [contenteditable=true]'

/** Whether a reload would take nothing from whoever looks: nothing is typed, asked or playing. */
export function isAtRest(page: Pick<Document, 'querySelectorAll' | 'querySelector'> = document): boolean {
  const fields = [...page.querySelectorAll<HTMLInputElement>(typedInto)]
  const films = [...page.querySelectorAll<HTMLMediaElement>('video, audio')]
  const isEmpty = (field: HTMLInputElement) => (field.value ?? field.textContent ?? '').trim() === ''
  return page.querySelector('dialog[open]') === null && fields.every(isEmpty) && films.every(film => film.paused)
}

/**
 * Looks for a next release each hour, and takes it by a reload when somebody comes back to the app and nothing is under way
 * there: an installed app has no button to reload. The worker swaps page and parts together, once no other page is open.
 */
export function followReleases(workers: ServiceWorkerContainer | undefined = navigator.serviceWorker): void {
  if (!workers) return
  const ask = async () => (await workers.getRegistration())?.update()
  const take = async () => {
    const registration = await workers.getRegistration()
    if (!registration?.waiting || document.visibilityState !== 'visible' || !isAtRest() || !isDue()) return
    sessionStorage.setItem(takenKey, String(Date.now()))
    location.reload()
  }
  setInterval(() => void ask().catch(() => {}), askEvery)
  document.addEventListener('visibilitychange', () => void take().catch(() => {}))
}

/** Another open page keeps the worker waiting: then a reload changes nothing, and is not tried again at once. */
const isDue = () => Date.now() - Number(sessionStorage.getItem(takenKey) ?? 0) > askEvery
