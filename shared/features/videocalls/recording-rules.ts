import { partPatienceMs } from '#shared/features/media/rules.ts'
import { streamStatus, type StreamTerms } from '#shared/features/streams/rules.ts'
import type { LocalDate } from '#shared/platform/times.ts'

/** What one person sent of a recording. Times in ms; `beganAt` by the server's clock. */
export type RecordedPart = {
  mediaId: number
  status: 'NOT_UPLOADED' | 'UPLOADED' | 'DONE' | 'FAIL'
  beganAt: number
}

/** Where a part stands in the film: from `at` ms of it, and no more than `most` ms of the part. */
export type FilmPart = { id: number; at: number; most: number }

/** Whether a part of a recording that has ended is still taken at `now` (ms). */
export const takesParts = (endedAt: number, now: number): boolean => now < endedAt + partPatienceMs

/**
 * How the parts of a recording are joined: as soon as both are ready, or after some hours those that there are. `later` while
 * something may come, `never` when nothing did.
 */
export function planFilm(
  parts: readonly RecordedPart[],
  { startedAt, endedAt }: { startedAt: number; endedAt: number },
  now: number,
): readonly FilmPart[] | 'later' | 'never' {
  if (parts.some(({ status }) => status === 'UPLOADED' || status === 'NOT_UPLOADED')) return 'later'
  if (parts.length < 2 && takesParts(endedAt, now)) return 'later'
  const within = (time: number) => Math.min(Math.max(time, startedAt), endedAt)
  const ready = parts.filter(({ status }) => status === 'DONE')
  const first = Math.min(...ready.map(({ beganAt }) => within(beganAt)))
  const placed = ready.map(({ mediaId: id, beganAt }) => {
    return { id, at: within(beganAt) - first, most: endedAt - within(beganAt) }
  })
  // What began only when all was over shows nothing.
  const shown = placed.filter(({ most }) => most > 0)
  return shown.length > 0 ? shown : 'never'
}

/** The place of the learner in a stream, as far as it says how long recordings are kept. */
export type KeepingTerms = StreamTerms & { subscriptionStatus: 'Created' | 'Active' | 'Canceled' | null }

/**
 * Whether a place is over for good on the learner's date `today`, and recordings with it: its last day has passed, or the
 * subscription that opened it was cancelled and has run out. A pause or a stop may end, so recordings wait for it.
 */
export function isPlaceOver(terms: KeepingTerms, today: LocalDate): boolean {
  if (!terms.isOptionalPurchase) return streamStatus({ ...terms, isStopped: false }, today) === 'ended'
  return !terms.hasActiveSubscription && (terms.subscriptionStatus ?? 'Canceled') === 'Canceled'
}

/** Whether recorded consent holds for a page of the call: each page has to ask for itself, also after it has started over. */
export const isAgreedHere = (agreedPage: string | null, page: string): boolean => agreedPage === page
