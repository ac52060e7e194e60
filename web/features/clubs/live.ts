import { listen, useOwnRoom } from '#kit/live/listen.ts'
import { refreshClubs } from './refresh-clubs.ts'

/** A club opens and closes with the orders and subscriptions that include it. */
export const live = listen({
  user: {
    useRooms: useOwnRoom,
    events: { order: () => void refreshClubs() },
    onReset: () => void refreshClubs(),
  },
})
