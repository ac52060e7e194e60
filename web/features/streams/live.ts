import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'
import { refreshStreams } from './data.ts'

/** Shows on every screen what another device did to the person's streams. */
export const live = listen({
  user: {
    useRooms: () => (settings.userId === null ? [] : [{ id: settings.userId, after: null }]),
    events: { stream: (_, { client }) => refreshStreams(client) },
    onReset: ({ client }) => refreshStreams(client),
  },
})
