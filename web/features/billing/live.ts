import { listen, useOwnRoom } from '#kit/live/listen.ts'
import { refreshPayments } from './refresh-payments.ts'

/** Shows at once what became of an order: a payment, a refund, the end of its access. */
export const live = listen({
  user: {
    useRooms: useOwnRoom,
    events: { order: (_, { client }) => refreshPayments(client) },
    onReset: ({ client }) => refreshPayments(client),
  },
})
