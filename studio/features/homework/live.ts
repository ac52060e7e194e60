import { listen } from '#kit/live/listen.ts'
import { useDesk } from '#studio/features/chat/live.ts'
import { refreshReviews } from './data.ts'

/** A submission came, was taken, given back or answered: every list of them is old. */
export const live = listen({
  desk: { useRooms: useDesk, signals: { review: { hear: () => void refreshReviews() } } },
})
