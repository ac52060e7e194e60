import { listen } from '#kit/live/listen.ts'
import { useDesk } from '#studio/features/chat/live.ts'
import { refreshReviews } from './data.ts'

/** A submission arrived, or was taken, given back or answered: every list of them is stale. */
export const live = listen({
  desk: { useRooms: useDesk, signals: { review: { hear: () => void refreshReviews() } } },
})
