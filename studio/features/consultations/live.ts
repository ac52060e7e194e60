import { listen } from '#kit/live/listen.ts'
import { useDesk } from '#studio/features/chat/live.ts'
import { consultationsQuery } from './ConsultationPanel.tsx'

/** A change in a chat may concern its consultations. */
export const live = listen({
  desk: {
    useRooms: useDesk,
    signals: {
      chat: {
        by: 'chat_id',
        hear: ({ chat_id: id }, { client }) =>
          void client.invalidateQueries({ queryKey: consultationsQuery(id).queryKey }),
      },
    },
  },
})
