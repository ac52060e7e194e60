import type { BrowserContext, Request } from '@playwright/test'

/** As much of Google's script as a walk needs: it reads the queue, then sends each event with the reported page. */
const google = `{
  document.cookie = '_ga=GA1.1.walk; Path=/'
  const told = {}
  const read = given => {
    const [command, name, details = {}] = given
    if (command === 'set') Object.assign(told, name)
    if (command !== 'event' || window['ga-disable-G-WALK123456']) return
    const query = new URLSearchParams({ en: name, dl: told.page_location ?? location.href, uid: told.user_id ?? '',
      tt: told.traffic_type ?? '', ...details })
    fetch('https://region1.google-analytics.com/g/collect?' + query, { method: 'POST', mode: 'no-cors' })
  }
  window.dataLayer.forEach(read)
  window.dataLayer.push = given => read(given)
}`

/** The same for Yandex Metrica: hits as pictures, goals as requests, nothing after it was destroyed. */
const metrica = `{
  document.cookie = '_ym_uid=1; Path=/'
  let isOn = true
  const read = given => {
    const [id, command, name, details = {}] = given
    if (command === 'destruct') isOn = false
    if (!isOn || !['hit', 'reachGoal'].includes(command)) return
    const query = new URLSearchParams({ command, name, ...details.params, ...details })
    if (command === 'hit') new Image().src = 'https://mc.yandex.ru/watch/' + id + '?' + query
    else fetch('https://mc.yandex.ru/watch/' + id + '?' + query, { mode: 'no-cors' })
  }
  const waiting = window.ym.a ?? []
  window.ym = (...given) => read(given)
  waiting.forEach(read)
}`

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Stands in for the analytics sites, and records what the browser sends to any site other than its school. */
export async function countersOf(context: BrowserContext, school: string) {
  const outside: Request[] = []
  context.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== school && protocol.startsWith('http')) outside.push(request)
  })
  const scripts: [string, string][] = [
    ['https://www.googletagmanager.com/gtag/js**', google],
    ['https://mc.yandex.ru/metrika/tag.js', metrica],
  ]
  await context.route('https://mc.yandex.ru/watch/**', route =>
    route.fulfill({ contentType: 'image/gif', body: pixel }),
  )
  await context.route('https://region1.google-analytics.com/**', route => route.fulfill({ status: 204 }))
  for (const [address, body] of scripts) {
    await context.route(address, route => route.fulfill({ contentType: 'text/javascript', body }))
  }
  const queries = (host: string) =>
    outside.map(request => new URL(request.url())).filter(url => url.host === host && url.search)
  return {
    outside,
    google: () => queries('region1.google-analytics.com').map(url => Object.fromEntries(url.searchParams)),
    metrica: () => queries('mc.yandex.ru').map(url => Object.fromEntries(url.searchParams)),
  }
}
