import type { QueryClient } from '@tanstack/react-query'
import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'

/** Loaded with the first event, so that other visits don't pay for it. */
const refresh = async (client: QueryClient) => (await import('./freezing.ts')).refreshFrozen(client)

/** Shows on every screen what another device did to the person's streams. */
export const live = listen({
  user: {
    useRooms: () => (settings.userId === null ? [] : [{ id: settings.userId, after: null }]),
    events: { stream: (_, { client }) => void refresh(client) },
    onReset: ({ client }) => void refresh(client),
  },
})
