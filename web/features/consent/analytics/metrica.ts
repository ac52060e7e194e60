import { forgetCookies, loadScript, type Sink } from './sink.ts'

type Counter = ((...given: unknown[]) => void) & { a?: unknown[]; l?: number }

/** The counter's own stub until its script has loaded. */
function counterOf(page: { ym?: Counter }): Counter {
  const waiting: Counter = (...given) => void (waiting.a ??= []).push(given)
  waiting.l = Date.now()
  return (page.ym ??= waiting)
}

/** Yandex Metrica through its own script, without session recording. */
export function metricaSink(id: string): Sink {
  const page = globalThis as unknown as { ym?: Counter }
  counterOf(page)
  const tell = (...given: unknown[]) => page.ym?.(Number(id), ...given)
  tell('init', { defer: true, clickmap: false, trackLinks: false, webvisor: false, accurateTrackBounce: true })
  const unload = loadScript('https://mc.yandex.ru/metrika/tag.js')
  return {
    tell({ name, ...details }) {
      if (name === 'page_view') tell('hit', details['location'], { title: details['title'], referer: '' })
      else tell('reachGoal', name, details)
    },
    identify(person) {
      tell('setUserID', person ? String(person.id) : '')
      tell('userParams', {
        UserID: person?.id ?? 0,
        segments: person?.segments.join(',') ?? '',
        internal: person?.isInternal ? 1 : 0,
      })
    },
    stop() {
      tell('destruct')
      unload()
      forgetCookies(/^_ym_|^yandexuid$|^ymex$/)
    },
  }
}
