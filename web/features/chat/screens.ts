import { read } from '#kit/request/early-reads.ts'
import type { ChatWire } from '#shared/features/chat/contract.ts'
import { declareFeature } from '#web/platform/feature.ts'

const addresses = { chats: '/chat', chat: '/chat/:chatId' } as const
type Own = typeof addresses

declare module '#web/platform/addresses.ts' {
  interface Addresses extends Own {}
}

/** List and conversation are side by side on a wide screen, so they are one screen. */
const screen = () => import('./ChatScreen.tsx')

/** Chats with the experts of a course. */
export const chat = declareFeature(addresses, {
  copy: 'talk',
  isOn: ({ isChatSupport }) => isChatSupport,
  reads: [{ ...read('GET /chats'), isNeeded: true }],
  moved: { '/chats': '/chat' },
  sections: { chat: '/chats' },
  badge: {
    section: 'chat',
    read: read('GET /chats'),
    count: (chats: ChatWire[]) => chats.reduce((sum, one) => sum + one.unread_count, 0),
  },
  live: () => import('./live.ts'),
  screens: {
    chats: { screen, data: () => [read('GET /chats')], section: 'chat', title: 'shell.title.chats' },
    chat: {
      screen,
      data: ({ chatId: id }) => [
        read('GET /chats/:id', { params: { id } }),
        read('GET /chats/:id/messages', { params: { id }, query: { 'per-page': 30 } }),
      ],
      section: 'chat',
      title: 'shell.title.chat',
      parent: 'chats',
    },
  },
  menu: [
    { at: { general: 40, sections: 40 }, label: 'shell.title.chats', icon: 'chat', address: 'chats', section: 'chat' },
  ],
})
