import { read } from '#kit/request/early-reads.ts'
import { declareFeature } from '#web/platform/feature.ts'
import { statusAsked } from '#web/features/streams/status-asked.ts'

const addresses = {
  day: '/course/:streamId/calendar/:dayNumber',
  oldDay: '/course/:streamId/stages/:stageId/days/:dayId',
  tracker: '/course/:streamId/tracker',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

const status = ({ streamId }: { streamId: number }) => [
  read('GET /user-course-streams/:id/status', statusAsked(streamId)),
]

/** The day: its lessons, and the learner's progress, in it and in the whole course. */
export const progress = declareFeature(addresses, {
  // The day's player uses the texts of the other videos.
  copy: 'talk',
  screens: {
    day: {
      screen: () => import('./DayScreen.tsx').then(module => module.DayScreen),
      data: status,
      section: 'course',
      title: 'shell.title.day',
      parent: 'calendar',
    },
    oldDay: {
      screen: () => import('./DayScreen.tsx').then(module => module.OldDayScreen),
      title: 'shell.title.day',
    },
    tracker: {
      screen: () => import('./tracker/TrackerScreen.tsx'),
      data: status,
      section: 'course',
      title: 'progress.tracker.title',
      parent: 'calendar',
    },
  },
})
