import { settings } from '#kit/request/connection.ts'
import { read } from '#kit/request/early-reads.ts'
import { needsPlan } from '#shared/features/accounts/rules.ts'
import type { UserStreamWire } from '#shared/features/streams/contract.ts'
import { addCopy } from '#web/platform/copy.ts'
import { declareFeature } from '#web/platform/feature.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { statusAsked } from './status-asked.ts'

const addresses = {
  home: '/home',
  courses: '/courses',
  events: '/events',
  calendar: '/course/:streamId/calendar',
  extend: '/extend/:streamId',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

declare module '#web/platform/openers.ts' {
  interface Openers {
    /** The dialog that freezes a stream or ends its freeze. */
    freeze: (stream: UserStream, timeZone: string) => Promise<void>
  }
}

/** Here, where the files that screens need are named already: with the calendar, their names again would weigh too much. */
async function openFreeze(stream: UserStream, timeZone: string): Promise<void> {
  const [dialog] = await Promise.all([import('./calendar/FreezeDialog.tsx'), addCopy('talk')])
  dialog.openFreeze(stream, timeZone)
}

const home = {
  screen: () => import('./home/HomeScreen.tsx'),
  data: () => [read('GET /courses', { expand: ['course_options'] })],
} as const

/** A learner's places in the cohorts of courses: home and the calendar. */
export const streams = declareFeature(addresses, {
  copyOf: {
    'streams.freeze.': 'talk',
    'streams.extend.': 'account',
    'streams.tab': 'account',
    'streams.filters': 'account',
    'streams.none.': 'account',
  },
  live: () => import('./live.ts'),
  openers: { freeze: openFreeze },
  slots: {
    endsSoon: () => import('./EndsSoon.tsx'),
    allCourses: () =>
      Promise.all([import('./home/MyCourses.tsx'), addCopy('account')]).then(([{ MyCourses }]) => MyCourses),
    enterCode: () => import('./home/EnterCode.tsx'),
  },
  moved: {
    '/course': '/home',
    '/course/:streamId/stages': '/course/:streamId/calendar',
    '/course/:streamId/freeze': '/course/:streamId/calendar',
  },
  sections: { home: '/home', course: '/courses' },
  reads: [{ ...read('GET /user-course-streams', { expand: ['progress', 'freeze'] }), isNeeded: true }],
  findPlan(user, [streams]) {
    if (!needsPlan(streams as UserStreamWire[], settings.appType)) return undefined
    return import('./find-plan.ts').then(({ findPlan }) => findPlan(user, streams as UserStreamWire[]))
  },
  screens: {
    home: { ...home, section: 'home', title: 'shell.title.home' },
    courses: { ...home, section: 'course', title: 'shell.title.courses' },
    events: { ...home, section: 'home', title: 'shell.title.events' },
    calendar: {
      screen: () => import('./calendar/CalendarScreen.tsx'),
      data: ({ streamId }) => [read('GET /user-course-streams/:id/status', statusAsked(streamId))],
      section: 'course',
      title: 'shell.title.calendar',
      parent: 'home',
    },
    extend: {
      screen: () => import('./extend/ExtendScreen.tsx'),
      section: 'course',
      copy: 'account',
      title: 'accounts.title.checkout',
      parent: 'calendar',
    },
  },
  menu: [
    { at: { general: 10, sections: 10 }, label: 'shell.title.home', icon: 'home', address: 'home', section: 'home' },
    { at: { sections: 20 }, label: 'shell.title.courses', icon: 'book', address: 'courses', section: 'course' },
  ],
})
