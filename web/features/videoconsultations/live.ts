import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'
import { refreshVideoConsultations } from './refresh-consultations.ts'

/** Shows on every screen what staff, or another device, did to the learner's video consultations. */
export const live = listen({
  user: {
    useRooms: () => (settings.userId === null ? [] : [{ id: settings.userId, after: null }]),
    events: { video_consultation: () => void refreshVideoConsultations() },
    onReset: () => void refreshVideoConsultations(),
    // What has changed between reading and listening.
    onEntered: () => void refreshVideoConsultations(),
  },
})
