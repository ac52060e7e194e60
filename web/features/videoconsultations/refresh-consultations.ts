import { makeStale } from '#kit/cache/make-stale.ts'

/** Reads again what shows video consultations, and what is free. */
export function refreshVideoConsultations(): Promise<unknown> {
  return makeStale(
    'GET /online-consultation',
    'GET /online-consultation/:id',
    'GET /online-consultation/slots',
    'GET /course/online-consultations',
    'GET /events',
  )
}
