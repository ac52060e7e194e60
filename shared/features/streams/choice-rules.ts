import type { StreamStatus } from './rules.ts'

/** Why a day is not open. */
export const lockReasons = ['demo', 'not_yet', 'previous_day', 'homework', 'stream'] as const
export type LockReason = (typeof lockReasons)[number]

/** Whether the days of a stream with this status can be used; 'started' comes from older servers. */
export function isAccessible(status: StreamStatus): boolean {
  return status === 'open' || status === 'started'
}

/** Whether somebody would have to buy the course to go on: it is a demo, or their time in it is over. */
export function lacksAccess({ status, isDemo }: { status: StreamStatus; isDemo: boolean }): boolean {
  return isDemo || status === 'ended' || status === 'stopped'
}

/** Whether what a stream has opened may be taken offline: a demo that is no more than one only where its course allows it. */
export function isOfflineAllowed(
  stream: { isDemo: boolean; courseFullAccess: boolean },
  course: { isDemoOfflineModeAccessible: boolean },
): boolean {
  return !stream.isDemo || stream.courseFullAccess || course.isDemoOfflineModeAccessible
}

/** How many submissions were sent back in the streams that can be used. */
export function countSentBack(streams: readonly { status: StreamStatus; sentBack: number }[]): number {
  return streams.filter(({ status }) => isAccessible(status)).reduce((sum, { sentBack }) => sum + sentBack, 0)
}

/** The tabs of My courses, in order. */
export const streamTabs = ['ongoing', 'active', 'completed'] as const
export type StreamTab = (typeof streamTabs)[number]

/** Whether a tab shows a stream: one has everything that has not ended, the other what is usable today. */
export function isInTab(status: StreamStatus, tab: StreamTab): boolean {
  if (tab === 'active') return isAccessible(status)
  return (status === 'ended') === (tab === 'completed')
}

/** Whether a course offers one of the chosen values of each option; an empty choice matches everything. */
export function matchesFilters(
  courseOptions: readonly { id: string; trainingLessonOptionValues: readonly string[] }[],
  filters: Readonly<Record<string, readonly string[]>>,
): boolean {
  return Object.entries(filters).every(([optionId, chosen]) => {
    const offered = courseOptions.find(option => option.id === optionId)?.trainingLessonOptionValues
    return chosen.length === 0 || chosen.some(value => offered?.includes(value))
  })
}
