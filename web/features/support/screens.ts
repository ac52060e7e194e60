import { read } from '#kit/request/early-reads.ts'
import { addCopy } from '#web/platform/copy.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = {
  support: '/support',
  supportTopic: '/support/:categoryId',
  supportCourse: '/support/:categoryId/:streamId',
  supportRequest: '/chat/support/:requestId',
} as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

declare module '#web/platform/openers.ts' {
  interface Openers {
    /** The support form for visitors. */
    visitorSupport: () => Promise<void>
  }
}

const topics = () => [read('GET /support-category', { query: { sort: 'sort' } })]
const topic = {
  screen: () => import('./SupportTopicScreen.tsx'),
  data: topics,
  place: 'settings',
  section: 'chat',
  title: 'shell.title.support',
  parent: 'support',
} as const

/** Questions to the school: topics, requests and their answers. */
export const support = declareFeature(addresses, {
  copy: 'account',
  openers: {
    async visitorSupport() {
      const [{ openVisitorSupport }] = await Promise.all([import('./VisitorSupport.tsx'), addCopy('account')])
      await openVisitorSupport()
    },
  },
  slots: {
    chatListEnd: () => import('./RequestLinks.tsx').then(module => module.SupportRequests),
  },
  live: () => import('./live.ts'),
  screens: {
    support: {
      ...topic,
      screen: () => import('./SupportScreen.tsx'),
      data: () => [...topics(), read('GET /support-requests')],
      parent: 'home',
    },
    supportTopic: topic,
    supportCourse: topic,
    supportRequest: {
      // Answers may have photos and videos, whose texts are those of chats.
      screen: async () =>
        (await Promise.all([import('./SupportRequestScreen.tsx'), addCopy('talk')]))[0].SupportRequestScreen,
      data: ({ requestId: id }) => [read('GET /support-requests/:id', { params: { id } })],
      section: 'chat',
      title: 'shell.title.support',
      parent: 'chats',
    },
  },
  menu: [
    {
      at: { general: 60, settings: 10, profile: 40, help: 10 },
      label: 'shell.title.support',
      icon: 'support',
      address: 'support',
    },
  ],
})
