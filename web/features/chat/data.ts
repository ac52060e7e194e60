import { type QueryClient, useQuery } from '@tanstack/react-query'
import { callQuery } from '#kit/cache/call-query.ts'
import type { ChatWire } from '#shared/features/chat/contract.ts'
import { chatFromWire } from '#shared/features/chat/forms.ts'

/** The learner's chats, one read shared by the list, the menu and a conversation. */
export const chatsQuery = () => callQuery('GET /chats')

/** One chat, with its room's event number and the remaining message delay. */
export const chatQuery = (id: number) => callQuery('GET /chats/:id', { params: { id } })

const chatsOf = (wires: ChatWire[]) => wires.map(chatFromWire)

/** The learner's chats in the server's order: open streams first. */
export function useChats() {
  return useQuery({ ...chatsQuery(), select: chatsOf })
}

/** One chat; the list's version until it has been read. */
export function useChat(id: number) {
  const listed = useQuery({ ...chatsQuery(), enabled: false }).data?.find(chat => chat.id === id)
  return useQuery({ ...chatQuery(id), placeholderData: listed, select: chatFromWire })
}

/** Chats beyond this number are live only while they are open. */
const mostFollowed = 40

/** The rooms of the chats that are live on every screen, each from where it was read. */
export function useFollowedRooms() {
  const chats = useQuery(chatsQuery()).data ?? []
  const followed = [...chats].sort((one, other) => one.id - other.id).slice(0, mostFollowed)
  return followed.map(({ id, live_seq: after }) => ({ id, after }))
}

/** Changes a chat in the cache: in the list and on its own. */
export function changeChat(client: QueryClient, id: number, change: (chat: ChatWire) => ChatWire): void {
  client.setQueryData(chatsQuery().queryKey, chats => chats?.map(chat => (chat.id === id ? change(chat) : chat)))
  client.setQueryData(chatQuery(id).queryKey, chat => chat && change(chat))
}

/** Sets a chat's unread count in the list and in the chat. */
export function setUnread(client: QueryClient, id: number, count: number): void {
  const known = client.getQueryData(chatsQuery().queryKey)?.find(chat => chat.id === id)
  if (known?.unread_count !== count) changeChat(client, id, chat => ({ ...chat, unread_count: count }))
}
