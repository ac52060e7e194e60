import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'
import { refreshClubs } from './data.ts'

/** A club opens and closes with the orders and subscriptions that include it. */
export const live = listen({
  user: {
    useRooms: () => (settings.userId === null ? [] : [{ id: settings.userId, after: null }]),
    events: { order: () => void refreshClubs() },
    onReset: () => void refreshClubs(),
  },
})
