import { read } from '#kit/request/early-reads.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = {
  videoConsultations: '/videoconsultations',
  videoConsultationNew: '/videoconsultations/new',
  videoConsultation: '/videoconsultations/:consultationId',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

const expand = ['course'] as const

/** Talks with an expert by video: booking, what is booked, and what is over. */
export const videoconsultations = declareFeature(addresses, {
  copy: 'account',
  isOn: ({ isVideoConsultationSupport }) => isVideoConsultationSupport,
  live: () => import('./live.ts'),
  screens: {
    videoConsultations: {
      screen: () => import('./VideoConsultationsScreen.tsx'),
      data: () => [read('GET /online-consultation', { query: { show: 'available' }, expand })],
      section: 'profile',
      title: 'shell.title.videoConsultations',
      parent: 'home',
    },
    videoConsultationNew: {
      screen: () => import('./booking/BookScreen.tsx'),
      data: () => [read('GET /course/online-consultations')],
      section: 'profile',
      title: 'shell.title.videoConsultations',
      parent: 'videoConsultations',
    },
    videoConsultation: {
      screen: () => import('./consultation/ConsultationScreen.tsx'),
      data: ({ consultationId: id }) => [read('GET /online-consultation/:id', { params: { id }, expand })],
      section: 'profile',
      title: 'shell.title.videoConsultations',
      parent: 'videoConsultations',
    },
  },
  menu: [
    {
      at: { general: 50, profile: 35 },
      label: 'shell.title.videoConsultations',
      icon: 'camera',
      address: 'videoConsultations',
    },
  ],
})
