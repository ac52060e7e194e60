import Type from 'typebox'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { contract } from '#shared/platform/contract.ts'
import { room } from '#shared/platform/live-rooms.ts'
import { Id } from '#shared/platform/schemas.ts'
import { learnerCalls } from './learner-calls.ts'
import { videoRefusals } from './refusals.ts'
import { staffCalls } from './staff-calls.ts'

/** The calendar of a school’s experts. */
const videoDeskRoom = room('videodesk', Type.String(), 'the brand’s experts, support staff and admins')

/** Video consultations: hours, bookings, what comes up, and the calendars that follow them. */
export const videoconsultations = contract({
  refusals: videoRefusals,
  rooms: [videoDeskRoom],
  events: {
    /** Something about a consultation has changed; sent to its learner and its expert. */
    video_consultation: {
      room: userRoom,
      stored: ['consultation_id'],
      data: Type.Object({ consultation_id: Id }),
    },
  },
  signals: {
    /** A booking, a request or an expert’s hours have changed. */
    video_calendar: { room: videoDeskRoom, ids: Type.Object({}) },
  },
  calls: { ...learnerCalls, ...staffCalls },
})
