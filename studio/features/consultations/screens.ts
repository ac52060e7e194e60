import { declareFeature } from '#studio/platform/feature.ts'

/** Consultations, beside the chat they belong to. */
export const consultations = declareFeature(
  {},
  {
    live: () => import('./live.ts'),
    screens: {},
    slots: { chatPanel: async () => (await import('./ConsultationPanel.tsx')).ConsultationPanel },
  },
)
