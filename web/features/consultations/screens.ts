import { declareFeature } from '#web/platform/feature.ts'

/** Consultations in a chat with an expert. */
export const consultations = declareFeature(
  {},
  {
    copy: 'talk',
    screens: {},
    slots: { chatBanner: async () => (await import('./ConsultationBanner.tsx')).ConsultationBanner },
  },
)
