import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'
import { sortedChats, withNews } from './chat-news.ts'
import { changeChat, chatsQuery, setUnread, useFollowedRooms } from './data.ts'

/** Updates the list of chats from live events: the newest message, unread counts, the order. */
export const live = listen({
  chat: {
    useRooms: useFollowedRooms,
    events: {
      message({ message, learner_unread: unread }, { client, roomId }) {
        changeChat(client, roomId, chat => withNews(chat, message, unread, settings.userId))
        client.setQueryData(chatsQuery().queryKey, chats => chats && sortedChats(chats))
      },
      viewed: ({ learner_unread: unread }, { client, roomId }) => setUnread(client, roomId, unread),
    },
    onReset: ({ client }) => void client.invalidateQueries({ queryKey: chatsQuery().queryKey }),
  },
})
