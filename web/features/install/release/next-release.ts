/** How often an open tab asks whether there is a next release, in ms: browsers ask by themselves only when a page loads. */
const askEvery = 3_600_000

/** Fields that hold what somebody typed; a choice is made again in one press. */
const typedInto =
  'textarea, input:not([type=checkbox], [type=radio], [type=hidden], [type=search]), [contenteditable=true]'

/** A question that waits for an answer, and what a reload would cut off, as a voice that is being recorded. */
const underWay = 'dialog[open], [data-under-way]'

/** Whether a reload would take nothing from whoever looks: nothing is typed, asked, recorded or playing. */
export function isAtRest(page: Pick<Document, 'querySelectorAll' | 'querySelector'> = document): boolean {
  const fields = [...page.querySelectorAll<HTMLInputElement>(typedInto)]
  const films = [...page.querySelectorAll<HTMLMediaElement>('video, audio')]
  const isEmpty = (field: HTMLInputElement) => (field.value ?? field.textContent ?? '').trim() === ''
  return page.querySelector(underWay) === null && fields.every(isEmpty) && films.every(film => film.paused)
}

/**
 * Looks for a next release each hour, and takes it when somebody comes back to the app and nothing is under way there: an installed
 * app has no button to reload. The worker of the next release takes over once no other page is open; then this page is loaded again.
 */
export function followReleases(workers: ServiceWorkerContainer | undefined = navigator.serviceWorker): void {
  if (!workers) return
  const ask = async () => (await workers.getRegistration())?.update()
  // Whether a worker has taken over whose page this one is not yet.
  let isOwed = false
  const isFree = () => document.visibilityState === 'visible' && isAtRest()
  const take = async () => {
    const registration = await workers.getRegistration()
    if (!isFree()) return
    if (isOwed) location.reload()
    else registration?.waiting?.postMessage('take-over-alone')
  }
  setInterval(() => void ask().catch(() => {}), askEvery)
  document.addEventListener('visibilitychange', () => void take().catch(() => {}))
  let { controller } = workers
  workers.addEventListener('controllerchange', () => {
    // At the first visit a worker takes a page that had none, of the same release.
    isOwed ||= controller !== null
    controller = workers.controller
    if (isOwed && isFree()) location.reload()
  })
}
