import { listen } from '#kit/live/listen.ts'
import { settings } from '#kit/request/connection.ts'

/** What is known is read again; loaded with the first event, so that screens without consultations don't pay for it. */
const refresh = () => void import('./data.ts').then(data => data.refreshVideoConsultations())

/** Shows on every screen what staff, or another device, did to the learner's video consultations. */
export const live = listen({
  user: {
    useRooms: () => (settings.userId === null ? [] : [{ id: settings.userId, after: null }]),
    events: { video_consultation: refresh },
    onReset: refresh,
  },
})
