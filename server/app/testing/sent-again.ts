/** What a write does when it is sent again, where that is not the same answer and no effect. */
type Again = {
  /** The code by which it is refused. */
  refused?: string
  /** It answers something else: what is left, when next, how many are new. */
  isOther?: true
  /** The tables that it writes again. */
  touches?: readonly string[]
}

const gone: Again = { refused: 'not_found' }
const changedMeanwhile: Again = { refused: 'changed_meanwhile' }
const decided: Again = { refused: 'request_decided' }

export const sentAgain: Record<string, Again> = {
  // What it names is gone.
  'DELETE /media-files/:id': gone,
  'DELETE /user': { refused: 'not_signed_in' },
  'DELETE /user-external-auths/:id': gone,
  'DELETE /user-reminders/:id': gone,
  'DELETE /user/sessions/:id': gone,
  'DELETE /studio/catalog-positions/:id': gone,
  'DELETE /studio/banners/:id': gone,
  'DELETE /studio/announcements/:id': gone,
  'DELETE /studio/articles/:id': gone,
  'DELETE /studio/clubs/:id': gone,
  'DELETE /studio/cohorts/:id': gone,
  'DELETE /studio/learners/:id/notes/:noteId': gone,
  'DELETE /studio/library/:id': gone,
  'DELETE /studio/phrases/:id': gone,
  'DELETE /studio/video-hours/:expertId/absences/:id': gone,
  'POST /studio/consultations/:id/cancel': gone,
  'POST /studio/courses/:id/draft/discard': gone,
  'POST /studio/courses/:id/draft/publication': gone,
  // It was about what was seen then.
  'PATCH /studio/courses/:id/draft/parts/:part': { refused: 'draft_changed' },
  'POST /studio/cohorts/:id/learners/actions': { refused: 'place_effects_changed' },
  'PUT /studio/brand': { refused: 'brand_changed' },
  'PUT /studio/video-hours/:expertId': changedMeanwhile,
  'PUT /studio/video-kinds/:id': changedMeanwhile,
  'POST /studio/video-requests/:id/approve': decided,
  'POST /studio/video-requests/:id/decline': decided,
  // There is one at most.
  'POST /studio/cohorts': { refused: 'cohort_exists' },
  'POST /studio/users': { refused: 'email_taken' },
  'POST /auth/signup-by-email': { refused: 'email_taken' },
  // A secret that works once.
  'POST /auth/exchange-transfer-token': { refused: 'transfer_token_spent' },
  // The second time nobody is new, nothing is awarded and no device is left.
  'POST /studio/cohorts/:id/learners': { isOther: true },
  'POST /studio/cohorts/:id/people': { isOther: true },
  'PUT /studio/cohorts/:id': { isOther: true },
  'POST /user-course-streams/:streamId/user-day-status/:dayId/finish': { isOther: true },
  'POST /studio/users/:id/end-sessions': { isOther: true, touches: ['audit_log'] },
  // Nothing has failed any more.
  'POST /studio/failed-jobs/retry': { isOther: true },
  // It says how long to wait yet, or until when it lasts.
  'POST /user/request-phone-otp': { isOther: true },
  'POST /v2/auth/request-otp': { isOther: true },
  'POST /studio/reviews/:id/claim': { isOther: true, touches: ['homework_attempts'] },
  'POST /studio/reviews/next': { isOther: true, touches: ['homework_attempts'] },
  // No signature is like another one.
  'POST /user-course-streams/:id/downloads/lease': { isOther: true },
  // Another secret, letter or copy.
  'POST /auth/login': { isOther: true },
  'POST /auth/transfer-token': { isOther: true, touches: ['transfer_tokens'] },
  'POST /calendar-feed/renew': { isOther: true, touches: ['calendar_feeds'] },
  'POST /user/second-factor/secret': { isOther: true },
  'POST /studio/users/:id/sign-in-as': { isOther: true, touches: ['audit_log', 'transfer_tokens'] },
  'POST /studio/invitation-links': { isOther: true, touches: ['audit_log', 'one_time_codes'] },
  'POST /studio/users/:id/invite': { touches: ['audit_log', 'letters'] },
  'POST /studio/test-letter': { touches: ['letters'] },
  // The one before may be over already.
  'POST /studio/backups': { touches: ['audit_log'] },
  'POST /studio/courses/:id/export': { isOther: true, touches: ['audit_log', 'course_exports'] },
  // Another trial begins, with a learner of its own.
  'POST /studio/courses/:id/trial': {
    isOther: true,
    touches: [
      'audit_log',
      'chats',
      'course_days',
      'course_stages',
      'courses',
      'day_statuses',
      'streams',
      'transfer_tokens',
      'trials',
      'user_streams',
      'users',
    ],
  },
  // Only when it was last said.
  'POST /push-subscriptions': { touches: ['push_subscriptions'] },
  'POST /user': { touches: ['users'] },
  'POST /user/cookie-policy': { isOther: true, touches: ['cookie_policies'] },
  'POST /user/notification': { touches: ['users'] },
  'POST /user/supress-phone-validation': { touches: ['users'] },
  'POST /user/update-user': { touches: ['users'] },
  'PUT /user-reminders/:id': { touches: ['reminders'] },
  'POST /studio/brand/pictures': { touches: ['brand_pictures'] },
  'POST /studio/courses/:id/draft/authors': { touches: ['course_draft_authors'] },
  'POST /studio/payments/tests': { touches: ['payment_attempts'] },
  // What cannot be compared with what is there, since it is sealed, a file or read elsewhere, is written and logged again.
  'PUT /studio/app-stores': { touches: ['audit_log', 'payment_accounts'] },
  'PUT /studio/payments/account': { touches: ['audit_log', 'payment_accounts'] },
  'PUT /studio/library/:id/poster': { touches: ['audit_log', 'media'] },
  'PUT /studio/library/:id/subtitles/:language': { touches: ['audit_log', 'media'] },
  'PUT /studio/video-hours/:expertId/calendar': { touches: ['audit_log'] },
  // The same values, said and logged once more.
  'PUT /schedule/update': { touches: ['audit_log', 'video_experts'] },
  'PUT /studio/payments/terms': { touches: ['audit_log', 'billing_terms'] },
  'PUT /studio/phrases/:id': { touches: ['audit_log'] },
}

type Answered = { status: number; data: unknown }

/** What a write did the second time that it should not; `changed` names the tables that were written. */
export function repeatProblems(name: string, first: Answered, again: Answered, changed: readonly string[]): string[] {
  const { refused, isOther, touches = [] } = sentAgain[name] ?? {}
  const { code } = again.data as { code?: string }
  const isSame = JSON.stringify(again.data) === JSON.stringify(first.data)
  return [
    ...((again.status === 200) === (refused === undefined) ? [] : [`answers ${again.status}`]),
    ...(refused === undefined || code === refused ? [] : [`is refused by ${code}`]),
    ...(refused !== undefined || isOther || isSame ? [] : ['answers something else']),
    ...changed.filter(table => !touches.includes(table)).map(table => `writes ${table}`),
  ]
}
