import { declareFeature } from '#studio/platform/feature.ts'

const addresses = {
  videoCalendar: '/admin/calendar',
  videoConsultation: '/admin/calendar/:consultationId',
  videoKinds: '/admin/calendar/kinds',
  videoExperts: '/admin/calendar/experts',
  videoHours: '/admin/calendar/hours/:expertId',
} as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

const section = 'videoCalendar'

/** The calendar of video consultations: experts see their own, administrators and support staff all. */
export const videoconsultations = declareFeature(addresses, {
  sections: [
    {
      address: 'videoCalendar',
      at: 32,
      title: 'video.section',
      icon: 'video',
      key: 'v',
      roles: ['expert', 'support', 'admin'],
      waiting: async () => (await import('./data.ts')).useWaitingConsultations,
    },
  ],
  live: () => import('./live.ts'),
  screens: {
    videoCalendar: { section, screen: () => import('./calendar/CalendarScreen.tsx') },
    videoConsultation: {
      section,
      screen: () => import('./consultation/ConsultationScreen.tsx'),
    },
    videoKinds: { section, screen: () => import('./kinds/KindsScreen.tsx') },
    videoExperts: { section, screen: () => import('./experts/ExpertsScreen.tsx') },
    videoHours: { section, screen: () => import('./hours/HoursScreen.tsx') },
  },
})
