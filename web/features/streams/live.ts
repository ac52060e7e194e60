import { listen, useOwnRoom } from '#kit/live/listen.ts'
import { refreshStreams } from './data.ts'

/** Shows on every screen what another device did to the person's streams. */
export const live = listen({
  user: {
    useRooms: useOwnRoom,
    events: { stream: (_, { client }) => refreshStreams(client) },
    onReset: ({ client }) => refreshStreams(client),
  },
})
