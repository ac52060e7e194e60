import { type Language, offeredLanguages, startLanguage, takeLanguageReloaded } from '#kit/copy/language.ts'
import { onSessionLost, settings } from '#kit/request/connection.ts'
import { startEarly } from '#kit/request/early-reads.ts'
import { showBrokenStart } from '#kit/ui/broken-start.ts'
import { chosenScheme, showScheme } from '#kit/ui/theme.ts'
import { followSignOut, loseSession, onOtherTab, resumeSession } from '#web/features/accounts/session.ts'
import { loadSite, loadSiteOfApp, type Site } from '#kit/features/brands/site.ts'
import { pathTo, placeOf } from '#web/platform/addresses.ts'
import { addCopy } from '#web/platform/copy.ts'
import { keepSchool } from '#web/platform/school.ts'
import { loadChunk } from './chunks.ts'
import { loadSignedIn } from './guards.ts'
import { features, featuresOn, loadScreen, routes } from './paths.ts'

function languageOf({ site }: Site): Language {
  const { languages, default_language: byDefault } = site.domain
  const offered = offeredLanguages(languages.map(({ code }) => code))
  const [only] = offered.length === 1 ? offered : []
  return startLanguage({ offered, byDefault: byDefault.code, forced: only ?? languageOfAddress(offered) })
}

/** The language that the page’s address names; the server says so in the page. */
function languageOfAddress(offered: readonly Language[]): Language | undefined {
  const { lang, dataset } = document.documentElement
  return 'ownLanguage' in dataset ? offered.find(code => code === lang) : undefined
}

/** Starts everything a visit needs at once, two requests deep at most; resolves once its code is here or failed. */
async function startVisit(): Promise<unknown> {
  const place = placeOf(location.pathname)
  if (place.kind !== 'route') return undefined
  const { access, data } = routes[place.name]
  const screen = loadScreen(place.name)
  if (access === 'any' || !settings.token) return Promise.allSettled([screen])
  for (const one of featuresOn().flatMap(({ reads = [] }) => reads)) startEarly(one)
  for (const one of data?.(place.params) ?? []) startEarly(one)
  return Promise.allSettled([screen, loadSignedIn()])
}

/** How long the code of the first screen may keep the rest of the page waiting, in ms. */
const screenPatience = 1000
const patience = () => new Promise(resolve => setTimeout(resolve, screenPatience))

/** Lets features consume what the address carries, such as a link's secret, before anything else reads it. */
async function takeArrivals() {
  const query = new URLSearchParams(location.search)
  const all = features.flatMap(({ arrivals = {} }) => Object.entries(arrivals))
  const wanted = all.filter(([param]) => query.has(param))
  await Promise.all(wanted.map(([, take]) => take().catch(() => {})))
}

const here = () => location.pathname + location.search

/** The server ended the session: returns to sign-in by a page load, remembering the place. */
async function leave() {
  await loseSession(here())
  location.replace(pathTo('login'))
}

/** Another tab signed in or out: follows by a page load, so that nothing of the previous person stays in memory. */
async function follow(hasSession: boolean) {
  if (hasSession) return location.reload()
  await followSignOut(here())
  location.replace(pathTo('login'))
}

/**
 * What runs first is small and does not use React: it requests the visit's data and chunks at once, while the rendering
 * code is still loading.
 */
async function start() {
  showScheme(chosenScheme())
  if (/[?&]appType=/.test(location.search)) (await import('./app-type.ts')).keepAppType()
  if (sessionStorage.getItem('app-type') === 'mobile') settings.appType = 'mobile'
  resumeSession()
  onSessionLost(() => void leave())
  settings.supplyFactor = async refusal =>
    (await import('#web/features/accounts/supply-factor.tsx')).supplyFactor(refusal)
  onOtherTab(hasSession => void follow(hasSession))
  let school = await loadSite()
  settings.language = languageOf(school)
  if (settings.appType === 'mobile') school = await loadSiteOfApp()
  settings.language = languageOf(school)
  keepSchool(school.config)
  document.documentElement.lang = settings.language
  takeLanguageReloaded()
  await takeArrivals()
  const visit = startVisit()
  const [{ render }] = await Promise.all([
    loadChunk('render', () => import('./render.tsx')),
    loadChunk('copy', () => addCopy('first')),
  ])
  // What the server has drawn already stays until the screen can take it over.
  await (document.getElementById('app')?.hasChildNodes() ? visit : Promise.race([visit, patience()]))
  render()
}

start().catch(error =>
  showBrokenStart(error, {
    en: 'Failed to load the app configuration',
    ru: 'Не удалось загрузить настройки приложения',
    es: 'No se pudo cargar la configuración',
  }),
)
