import { read } from '#kit/request/early-reads.ts'
import { declareFeature } from '#web/platform/feature.ts'
import { statusAsked } from '#web/features/streams/status-asked.ts'

const addresses = {
  day: '/course/:streamId/calendar/:dayNumber',
  oldDay: '/course/:streamId/stages/:stageId/days/:dayId',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The day: its lessons, and the learner's progress. */
export const progress = declareFeature(addresses, {
  // The day's player uses the texts of the other videos.
  copy: 'talk',
  screens: {
    day: {
      screen: () => import('./DayScreen.tsx').then(module => module.DayScreen),
      data: ({ streamId }) => [read('GET /user-course-streams/:id/status', statusAsked(streamId))],
      section: 'course',
      title: 'shell.title.day',
      parent: 'calendar',
    },
    oldDay: {
      screen: () => import('./DayScreen.tsx').then(module => module.OldDayScreen),
      title: 'shell.title.day',
    },
  },
})
