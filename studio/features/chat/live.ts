import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'
import { chatQuery, refreshInbox } from './data.ts'

/** The school's desk room, where changes in chats and homework are signalled. */
export const useDesk = () => [{ id: settings.appId, after: null }]

/** A chat was written in, read, noted or reassigned: the inbox and that chat are stale. */
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
