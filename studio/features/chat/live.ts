import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'
import { chatQuery, refreshInbox } from './data.ts'

/** The desk of the school, where chats and homework are told of. */
export const useDesk = () => [{ id: settings.appId, after: null }]

/** Something was said, read, noted or handed over in a chat: the inbox is old, and what is known of that chat. */
export const live = listen({
  desk: {
    useRooms: useDesk,
    signals: {
      chat: {
        by: 'chat_id',
        hear({ chat_id: id }, { client }) {
          void refreshInbox()
          void client.invalidateQueries({ queryKey: chatQuery(id).queryKey })
        },
      },
    },
  },
})
