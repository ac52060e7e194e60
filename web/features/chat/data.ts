import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import type { ChatWire } from '#shared/features/chat/contract.ts'
import { chatFromWire } from '#shared/features/chat/forms.ts'

/** The learner's chats, the same read for the list, the menu and a conversation's start. */
export const chatsQuery = () => callQuery('GET /chats')

/** One chat, for its room's number and what is left of the message delay. */
export const chatQuery = (id: number) => callQuery('GET /chats/:id', { params: { id } })

const chatsOf = (wires: ChatWire[]) => wires.map(chatFromWire)

/** The learner's chats in the server's order: of open streams first. */
export function useChats() {
  return useQuery({ ...chatsQuery(), select: chatsOf })
}

/** One chat; until it has been read, as the list has it. */
export function useChat(id: number) {
  const listed = useQuery({ ...chatsQuery(), enabled: false }).data?.find(chat => chat.id === id)
  return useQuery({ ...chatQuery(id), placeholderData: listed, select: chatFromWire })
}

/** More chats than these are followed when they are opened. */
const mostFollowed = 40

/** The ids of the chats whose rooms are heard on whatever screen, as one text: the same while they are. */
export function followedIds(chats: readonly { id: number }[] = []): string {
  const ids = chats.map(chat => chat.id).sort((one, other) => one - other)
  return ids.slice(0, mostFollowed).join()
}

/** Those chats as they were last read. */
export function followedChats(client: QueryClient, ids: string): ChatWire[] {
  const followed = new Set(ids.split(',').map(Number))
  return client.getQueryData(chatsQuery().queryKey)?.filter(chat => followed.has(chat.id)) ?? []
}

/** Changes a chat wherever it was read: in the list, and alone. */
export function changeChat(client: QueryClient, id: number, change: (chat: ChatWire) => ChatWire): void {
  client.setQueryData(chatsQuery().queryKey, chats => chats?.map(chat => (chat.id === id ? change(chat) : chat)))
  client.setQueryData(chatQuery(id).queryKey, chat => chat && change(chat))
}

/** Shows everywhere at once how many messages of a chat are unread. */
export function setUnread(client: QueryClient, id: number, count: number): void {
  const known = client.getQueryData(chatsQuery().queryKey)?.find(chat => chat.id === id)
  if (known?.unread_count !== count) changeChat(client, id, chat => ({ ...chat, unread_count: count }))
}
