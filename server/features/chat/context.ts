import type { Context } from '#server/platform/http/routes.ts'
import type { chat } from '#shared/features/chat/contract.ts'

type ChatCalls = (typeof chat)['calls']

/** What a handler of one of the chat's calls is given. */
export type ChatContext<Name extends keyof ChatCalls & string> = Context<Name, ChatCalls[Name]>

type Told = Pick<Context<'GET /chats', ChatCalls['GET /chats']>, 'live' | 'user'>

/** Tells those who have the chat open, and the brand's staff, that it changed; after the commit. */
export function tellOfChat({ live, user }: Told, chatId: number) {
  live.nudge(`chat:${chatId}`)
  live.signal(`desk:${user.brandId}`, 'chat', { chat_id: chatId })
}
