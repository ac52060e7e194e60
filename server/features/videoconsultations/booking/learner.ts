import type { BookableWire } from '#shared/features/videoconsultations/wire.ts'
import { areConsultationsOver } from '#shared/features/consultations/rules.ts'
import { waysOf, nudgePeople } from './book.ts'
import { rateConsultation } from './booking-queries.ts'
import { type ConsultationRow, consultationToWire, findConsultation, listConsultations } from '../consultation-row.ts'
import { listBookablePlaces } from '../hours/diary-queries.ts'
import { isBookable, type VideoContext } from '../hours/slots.ts'

const perPage = 30

/** One page of a learner's own consultations. */
export async function list({ db, now, user, caller, query, asked, setPage }: VideoContext<'GET /online-consultation'>) {
  const { show = 'available', page = 1 } = query
  const rows = await listConsultations(db, {
    userId: user.userId,
    isHistory: show === 'history',
    nowSeconds: now / 1000,
    language: caller.language,
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  setPage({ page, perPage, total: rows[0]?.total ?? 0 })
  const found = rows.filter((row): row is ConsultationRow & { total: number } => row.id !== null)
  return found.map(row => consultationToWire(row, asked))
}

export async function read({ db, user, caller, params, asked, refuse }: VideoContext<'GET /online-consultation/:id'>) {
  const row = await findConsultation(db, { id: params.id, userId: user.userId, language: caller.language })
  return row ? consultationToWire(row, asked) : refuse('not_found')
}

/** What can be booked in each of a learner's places. */
export async function bookable({ db, now, user, caller }: VideoContext<'GET /course/online-consultations'>) {
  const { userId, brandId, timezone } = user
  const places = await listBookablePlaces(db, { userId, brandId, language: caller.language })
  return places.flatMap((place): BookableWire[] => {
    const kinds = (place.kinds ?? []).filter(({ experts }) => experts.length > 0)
    if (!kinds.length || !isBookable(place, now, timezone)) return []
    const limit = { consultationLimit: place.consultation_limit }
    const stream = { maxConsultationCount: place.max_consultation_count }
    const isCounted = Boolean(place.consultation_limit)
    const isOver = areConsultationsOver(stream, limit, place.used)
    return [
      {
        stream_id: place.id,
        course_id: place.course_id,
        course_title: place.course_title,
        left: isCounted ? (isOver ? 0 : place.max_consultation_count - place.used) : null,
        points: place.balance,
        kinds: kinds.map(kind => ({
          id: kind.id,
          title: kind.title,
          description: kind.description,
          length_minutes: kind.length_minutes,
          needs_confirmation: kind.needs_confirmation,
          pay_by: waysOf(kind),
          points: kind.points,
          service_id: kind.service_id,
          is_paid: kind.is_paid,
          experts: kind.experts,
        })),
      },
    ]
  })
}

/** Rates a consultation that has taken place, once; the same rating again changes nothing. */
export async function rate(context: VideoContext<'POST /online-consultation/:id/rating'>) {
  const { db, now, user, caller, params, body, live, refuse } = context
  const given = { id: params.id, userId: user.userId, nowSeconds: now / 1000, language: caller.language }
  const comment = body.comment?.trim() ?? ''
  const row = await rateConsultation(db, { ...given, rating: body.rating, comment })
  if (row) {
    nudgePeople(live, user.brandId, row)
    return consultationToWire(row)
  }
  const found = await findConsultation(db, { id: params.id, userId: user.userId, language: caller.language })
  if (found?.learner_id !== user.userId) return refuse('not_found')
  const isSame = found.rating === body.rating && found.rating_comment === comment
  return isSame ? consultationToWire(found) : refuse('rated_already')
}
