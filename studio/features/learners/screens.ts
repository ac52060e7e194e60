import { declareFeature } from '#studio/platform/feature.ts'

const addresses = { learner: '/admin/learners/:userId' } as const
type Own = typeof addresses

declare module '#studio/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** What a learner does, for those who answer; support and administrators find it beside the learner's account. */
export const learners = declareFeature(addresses, {
  screens: { learner: { section: 'inbox', screen: () => import('./LearnerScreen.tsx') } },
})
