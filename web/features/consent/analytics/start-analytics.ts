import { site } from '#kit/features/brands/site.ts'
import { allows, consent, isOwnerUnknown } from '../consent-state.ts'
import { beforeSignOut } from '#web/features/accounts/session.ts'
import { type AnalyticsEvent, person, untold } from '#web/platform/analytics.ts'
import { googleSink } from './google.ts'
import { metricaSink } from './metrica.ts'
import { ownSink } from './own.ts'
import type { Sink } from './sink.ts'
import { watchClicks, watchPages } from './watch-page.ts'

/** Analytics must never break the app. */
function quietly(work: () => void): void {
  try {
    work()
  } catch (error) {
    console.warn(error)
  }
}

/** Addresses with credentials: other sites' scripts read the address themselves, so they are not loaded in such a visit. */
const secrets = /[?&#](token|code|secret)=/

function openSinks(): Sink[] {
  const { ga_id: google, ya_id: metrica } = site().site.domain
  const isSecret = secrets.test(location.href)
  const sinks: Sink[] = []
  if (site().config.analytics.own) quietly(() => sinks.push(ownSink()))
  if (google && !isSecret) quietly(() => sinks.push(googleSink(google, allows('marketing'))))
  if (metrica && !isSecret) quietly(() => sinks.push(metricaSink(metrica)))
  return sinks
}

/** Opens the brand's sinks, each for itself, and forwards all events to them. Returns a function that stops it. */
function begin(): () => void {
  const sinks = openSinks()
  const each = (work: (sink: Sink) => void) => {
    for (const sink of sinks) quietly(() => work(sink))
  }
  const tell = (event: AnalyticsEvent) => each(sink => sink.tell(event))
  const tellAll = () => {
    if (!isOwnerUnknown()) untold.splice(0).forEach(tell)
  }
  const identify = () => {
    if (isOwnerUnknown()) return
    each(sink => sink.identify(person.read()))
    tellAll()
  }
  const hearConsent = () => {
    each(sink => sink.setMarketing?.(allows('marketing')))
    identify()
  }
  const leave = () => {
    person.change(() => undefined)
    return Promise.allSettled(sinks.map(async sink => sink.flush?.()))
  }
  if (person.read()) identify()
  else tellAll()
  addEventListener('kurso:analytics', tellAll)
  const ends = [person.subscribe(identify), consent.subscribe(hearConsent), watchPages(), watchClicks()]
  beforeSignOut.add(leave)
  return () => {
    removeEventListener('kurso:analytics', tellAll)
    beforeSignOut.delete(leave)
    for (const end of ends) end()
    each(sink => sink.stop())
  }
}

/** Follows the consent: what is not allowed never starts, what is withdrawn stops at once. */
export function startAnalytics(): void {
  let end: (() => void) | undefined
  const follow = () => {
    const isOn = allows('analytics')
    // Events from before the consent are discarded.
    if (!isOn) untold.length = 0
    if (isOn && !end) quietly(() => (end = begin()))
    if (!isOn && end) {
      const stop = end
      end = undefined
      quietly(stop)
    }
  }
  consent.subscribe(follow)
  follow()
}
