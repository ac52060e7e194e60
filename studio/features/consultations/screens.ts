import { declareFeature } from '#studio/platform/feature.ts'

/** Consultations, shown beside their chat. */
export const consultations = declareFeature(
  {},
  {
    live: () => import('./live.ts'),
    screens: {},
    slots: { chatPanel: async () => (await import('./ConsultationPanel.tsx')).ConsultationPanel },
  },
)
