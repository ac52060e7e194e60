import { declareFeature } from '#web/platform/feature.ts'

const addresses = { videoCall: '/videoconsultations/:consultationId/call' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** The call of a video consultation, between two browsers. */
export const videocalls = declareFeature(addresses, {
  copy: 'talk',
  isOn: ({ isVideoConsultationSupport }) => isVideoConsultationSupport,
  slots: {
    consultationEnd: () => import('#kit/features/videocalls/recording/Recordings.tsx'),
  },
  screens: {
    videoCall: {
      screen: () => import('./VideoCallScreen.tsx'),
      section: 'profile',
      title: 'videocall.page',
      parent: 'videoConsultations',
    },
  },
})
