import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { videoCall: '/admin/calendar/:consultationId/call' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The call of a video consultation, between two browsers. */
export const videocalls = declareFeature(addresses, {
  slots: {
    consultationEnd: () => import('#kit/features/videocalls/recording/Recordings.tsx'),
  },
  screens: {
    videoCall: {
      section: 'videoCalendar',
      screen: () => import('./VideoCallScreen.tsx'),
    },
  },
})
