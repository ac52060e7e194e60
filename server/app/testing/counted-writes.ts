import { cohortStatements } from './cohort-writes.ts'
import { paymentStatements } from './payment-writes.ts'
import { shopStatements } from './shop-writes.ts'
import { videoStatements } from './video-people.ts'

/** What may be more than four statements beside that of a new session, and why. */
export const mostStatements: Record<string, number> = {
  // Counts the tries, finds the person, opens the session and knows the device again.
  'POST /auth/login': 5,
}
/** Nobody gets an answer by the table, because a secret, a picture or another brand is needed; those of staff are counted with their log. */
export const uncounted = [
  'DELETE /v2/user-payment-method/:id',
  'POST /app-store/intents',
  'POST /app-store/purchases',
  'POST /auth/login-by-app-id',
  'POST /auth/reset-password',
  'POST /auth/signup-by-app-id',
  'POST /clubs/:id/chat/messages',
  'POST /consultation-orders/:id/withdraw',
  'POST /enrolment',
  'POST /enrolment/check',
  'POST /extend/:streamId/course-service/:serviceId',
  'POST /invitation',
  'POST /online-consultation',
  'POST /online-consultation/:id/call/signals',
  'POST /online-consultation/:id/rating',
  'POST /online-consultation/:id/recordings',
  'POST /online-consultation/:id/recordings/:recordingId/part',
  'POST /online-consultation/:id/recordings/:recordingId/stop',
  'POST /online-consultation/:id/release',
  'POST /online-consultation/:id/request',
  'POST /online-consultation/:id/request/answer',
  'POST /online-consultation/:id/request/withdraw',
  'POST /order/:id',
  'POST /orders/:id/check',
  'POST /orders/:id/pay',
  'POST /payment-subscriptions/:id/method',
  'POST /payment-subscriptions/:id/pause',
  'POST /payment-subscriptions/:id/plan',
  'POST /payment-subscriptions/:id/resume',
  'POST /payment-subscriptions/cancel',
  'POST /setup',
  'POST /setup/check',
  'POST /test-letter',
  'POST /unsubscribe',
  'POST /user-course-streams/demo',
  'POST /user/avatar',
  'POST /user/prove',
  'POST /user/second-factor',
  'POST /user/second-factor/recovery-codes',
  'POST /user/second-factor/turn-off',
  'POST /user/update-password',
  'POST /user/verify-phone',
  'POST /v2/auth/verify-otp',
  'POST /v2/catalog-position/:id/add-to-subscription',
  'PUT /articles/:id/favourite',
  'PUT /articles/:id/like',
  'PUT /clubs/:id/chat/messages/:messageId/report',
  'PUT /clubs/:id/chat/read',
  'PUT /online-consultation/update',
]

/** What may be more than four for a write of staff, and why. */
export const mostOfStaff: Record<string, number> = {
  // The next submission is found and held, and answered with all that its screen shows.
  'POST /studio/reviews/next': 5,
  // A message, the verdict, the points and the log are four writes.
  'POST /studio/reviews/:id/verdict': 5,
  // The person is held while the factor goes, its sessions are told, a letter is written and the log.
  'POST /studio/users/:id/turn-off-second-factor': 5,
  // Both answer the request as the desk then shows it.
  'PUT /studio/support-requests/:id/state': 5,
  'PUT /studio/support-requests/:id/owner': 5,
  // Each kind of part is written, archived, deleted and counted by a statement.
  'POST /studio/courses/:id/versions': 30,
  'POST /studio/courses/:id/draft/publication': 34,
  // A course is written, and a learner who is in the middle of it.
  'POST /studio/courses/:id/trial': 34,
  // The course is held while its experts are compared with those that were seen.
  'PUT /studio/courses/:id/experts': 5,
  ...cohortStatements,
  ...videoStatements,
  ...shopStatements,
  ...paymentStatements,
  // Pictures that are named no more go with the change.
  'PUT /studio/brand': 5,
  // The club is held before its questions are read.
  'PUT /studio/clubs/:id/faq': 5,
}
