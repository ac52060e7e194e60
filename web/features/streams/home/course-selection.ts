import type { UserStream } from '#shared/features/streams/forms.ts'
import { isAccessible, isInTab } from '#shared/features/streams/choice-rules.ts'

type StreamState = Pick<UserStream, 'courseId' | 'status' | 'progress' | 'isDemo'>

function isUnfinished({ status, progress }: StreamState): boolean {
  return isAccessible(status) && progress.progress < 100
}

/** The stream to continue: the first open one with days left, full courses before demos; else the first open one. */
export function featuredStream<Stream extends StreamState>(streams: readonly Stream[]): Stream | undefined {
  const unfinished = streams.filter(isUnfinished)
  const whole = unfinished.find(({ isDemo }) => !isDemo)
  return whole ?? unfinished[0] ?? streams.find(({ status }) => isAccessible(status))
}

/** A stream of each course besides the one that is continued, the first as they come, without those that have ended. */
export function otherStreams<Stream extends StreamState>(
  streams: readonly Stream[],
  featured: Stream | undefined,
): Stream[] {
  const shown = new Set([featured?.courseId])
  return streams.filter(({ courseId, status }) => {
    if (shown.has(courseId) || !isInTab(status, 'ongoing')) return false
    shown.add(courseId)
    return true
  })
}

/** How many courses are open and have days left. */
export function countInProgress(streams: readonly StreamState[]): number {
  return new Set(streams.filter(isUnfinished).map(({ courseId }) => courseId)).size
}
