/** What may be more than four statements beside that of a new session, and why. */
export const mostStatements: Record<string, number> = {
  // Counts the tries, finds the person, opens the session and knows the device again.
  'POST /auth/login': 5,
}
/** Nobody gets an answer by the table, because a secret, a picture or another brand is needed; those of staff are counted with their log. */
export const uncounted = [
  'DELETE /v2/user-payment-method/:id',
  'POST /auth/login-by-app-id',
  'POST /auth/reset-password',
  'POST /auth/signup-by-app-id',
  'POST /consultation-orders/:id/withdraw',
  'POST /enrolment',
  'POST /enrolment/check',
  'POST /extend/:streamId/course-service/:serviceId',
  'POST /invitation',
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
]
