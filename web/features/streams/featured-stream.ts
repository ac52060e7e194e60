import type { UserStream } from '#shared/features/streams/forms.ts'
import { isAccessible } from '#shared/features/streams/rules.ts'

type Going = Pick<UserStream, 'status' | 'progress' | 'isDemo'>

function isUnfinished({ status, progress }: Going): boolean {
  return isAccessible(status) && progress.progress < 100
}

/** The stream to go on with: the first open one with days left to do, a whole course before a demo; else the first open one. */
export function featuredStream<Stream extends Going>(streams: readonly Stream[]): Stream | undefined {
  const unfinished = streams.filter(isUnfinished)
  const whole = unfinished.find(({ isDemo }) => !isDemo)
  return whole ?? unfinished[0] ?? streams.find(({ status }) => isAccessible(status))
}

/** How many streams are open with days left to do. */
export function underWay(streams: readonly Going[]): number {
  return streams.filter(isUnfinished).length
}
