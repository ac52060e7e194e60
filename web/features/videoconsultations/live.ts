import { listen, useOwnRoom } from '#kit/live/listen.ts'
import { refreshVideoConsultations } from './refresh-consultations.ts'

/** Shows on every screen what staff, or another device, did to the learner's video consultations. */
export const live = listen({
  user: {
    useRooms: useOwnRoom,
    events: { video_consultation: () => void refreshVideoConsultations() },
    onReset: () => void refreshVideoConsultations(),
    // What has changed between reading and listening.
    onEntered: () => void refreshVideoConsultations(),
  },
})
