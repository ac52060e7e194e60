import { forgetCookies, loadScript, type Sink } from './sink.ts'

type GoogleWindow = { dataLayer?: unknown[] } & Record<string, unknown>

/** Google accepts `arguments` itself and ignores an array of them. */
function pusher(list: unknown[]) {
  return function push(..._given: unknown[]) {
    list.push(arguments)
  }
}

function advertising(isAllowed: boolean) {
  const answer = isAllowed ? 'granted' : 'denied'
  return { ad_storage: answer, ad_user_data: answer, ad_personalization: answer }
}

/** GA4 through its own script: page views are sent by us alone, without advertising signals unless marketing is allowed. */
export function googleSink(id: string, hasMarketing: boolean): Sink {
  const page = globalThis as unknown as GoogleWindow
  const off = `ga-disable-${id}`
  page[off] = false
  const push = pusher((page.dataLayer ??= []))
  let isMarketing = hasMarketing
  push('consent', 'default', { analytics_storage: 'granted', ...advertising(isMarketing) })
  push('js', new Date())
  push('config', id, { send_page_view: false, allow_google_signals: hasMarketing })
  const unload = loadScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
  return {
    tell({ name, ...details }) {
      if (name === 'page_view') push('set', { page_location: details['location'], page_referrer: '' })
      push('event', name.replaceAll('-', '_'), details)
    },
    identify(person) {
      push('set', {
        user_id: person ? String(person.id) : null,
        user_properties: { segments: person?.segments.join(',') ?? null },
        traffic_type: person?.isInternal ? 'internal' : null,
      })
    },
    setMarketing(isAllowed) {
      if (isAllowed === isMarketing) return
      isMarketing = isAllowed
      push('consent', 'update', advertising(isAllowed))
      push('set', { allow_google_signals: isAllowed })
      if (!isAllowed) forgetCookies(/^_gcl/)
    },
    stop() {
      page[off] = true
      push('consent', 'update', { analytics_storage: 'denied', ...advertising(false) })
      unload()
      forgetCookies(/^_ga|^_gid$|^_gcl/)
    },
  }
}
