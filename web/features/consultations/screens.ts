import { declareFeature } from '#web/platform/feature.ts'

/** Consultations in a chat with an expert. */
export const consultations = declareFeature(
  {},
  {
    copy: 'talk',
    isOn: ({ isChatSupport, isConsultationEnable }) => isChatSupport && isConsultationEnable,
    screens: {},
    slots: { chatBanner: () => import('./ConsultationBanner.tsx').then(module => module.ConsultationBanner) },
  },
)
