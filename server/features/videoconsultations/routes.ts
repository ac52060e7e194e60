import { videoconsultations } from '#shared/features/videoconsultations/contract.ts'
import { type BoundRoute, routes } from '#server/platform/http/routes.ts'
import { type BookingParts, hold, release, update } from './booking/book.ts'
import { colleagues } from './desk/colleagues.ts'
import { calendar, load, readOne, waiting } from './desk/desk.ts'
import { events } from './calendars/events.ts'
import { feedAddress, type FeedParts, file, renew } from './calendars/feed.ts'
import { addAbsence, changeHours, changeSchedule, readHours, removeAbsence, schedule } from './hours/hours.ts'
import * as kinds from './hours/kinds.ts'
import * as learner from './booking/learner.ts'
import { answer, approve, ask, handOver, move, refuseWish, withdraw } from './booking/moves.ts'
import { changeCalendar, type OutsideParts } from './calendars/outside-calendar.ts'
import { listSlots, type VideoContext } from './hours/slots.ts'
import * as steps from './desk/staff-steps.ts'
import { isSwitchedOn } from './switched.ts'

type Parts = BookingParts & FeedParts & OutsideParts
type Switched = Pick<VideoContext<'GET /online-consultation/:id'>, 'user' | 'caller' | 'refuse'>

/** The calls of video consultations. */
export function videoRoutes(parts: Parts): BoundRoute[] {
  /** Answers learners' calls alone where the school has video consultations in this kind of app. */
  const on =
    <C extends Switched, Answer>(handle: (context: C, parts: Parts) => Answer) =>
    (context: C): Answer =>
      isSwitchedOn(parts.brands, context) ? handle(context, parts) : context.refuse('not_found')
  return routes(videoconsultations, {
    'GET /online-consultation': on(learner.list),
    'GET /course/online-consultations': on(learner.bookable),
    'GET /online-consultation/slots': on(listSlots),
    'POST /online-consultation': on(hold),
    'PUT /online-consultation/update': on(update),
    'GET /online-consultation/:id': on(learner.read),
    'POST /online-consultation/:id/release': on(release),
    'POST /online-consultation/:id/request': on(ask),
    'POST /online-consultation/:id/request/withdraw': on(withdraw),
    'POST /online-consultation/:id/request/answer': on(answer),
    'POST /online-consultation/:id/rating': on(learner.rate),
    'GET /online-consultation/:id/calendar': on(file),
    'GET /calendar-feed': context => feedAddress(context, parts),
    'POST /calendar-feed/renew': context => renew(context, parts),
    'GET /events': context => events(context, parts),
    'GET /schedule': schedule,
    'PUT /schedule/update': changeSchedule,
    'GET /studio/video-consultations': calendar,
    'GET /studio/video-consultations/waiting': waiting,
    'GET /studio/video-consultations/load': load,
    'GET /studio/video-consultations/:id': readOne,
    'GET /studio/video-consultations/:id/experts': colleagues,
    'POST /studio/video-consultations/:id/confirm': context => steps.confirm(context, parts),
    'POST /studio/video-consultations/:id/decline': context => steps.decline(context, parts),
    'POST /studio/video-consultations/:id/cancel': context => steps.cancel(context, parts),
    'POST /studio/video-consultations/:id/move': context => move(context, parts),
    'POST /studio/video-consultations/:id/hand-over': context => handOver(context, parts),
    'POST /studio/video-consultations/:id/complete': context => steps.complete(context, parts),
    'POST /studio/video-consultations/:id/missed': context => steps.missed(context, parts),
    'PUT /studio/video-consultations/:id/place': context => steps.place(context, parts),
    'POST /studio/video-requests/:id/approve': context => approve(context, parts),
    'POST /studio/video-requests/:id/decline': context => refuseWish(context, parts),
    'GET /studio/video-kinds': kinds.list,
    'POST /studio/video-kinds': kinds.add,
    'PUT /studio/video-kinds/:id': kinds.change,
    'GET /studio/video-hours/:expertId': readHours,
    'PUT /studio/video-hours/:expertId': changeHours,
    'PUT /studio/video-hours/:expertId/calendar': context => changeCalendar(context, parts),
    'POST /studio/video-hours/:expertId/absences': addAbsence,
    'DELETE /studio/video-hours/:expertId/absences/:id': removeAbsence,
  })
}
