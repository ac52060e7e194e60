import {
  type AccessTable,
  type Owned,
  ofOneself,
  ofStaff,
  ofTheOwner,
  statuses,
} from '#server/platform/testing/access-table.ts'
import type { notifications } from '#shared/features/notifications/contract.ts'

const reminderOf = (owned: Owned) => ({ params: { id: owned.reminder } })
const body = { weekdays: [1, 5], time: '09:00', is_enabled: true, text: '' }
const key = `BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4`

export const access: AccessTable<typeof notifications> = {
  'POST /push-subscriptions': {
    expected: ofOneself,
    input: () => ({
      body: {
        endpoint: `https://push.example.com/${Math.random()}`,
        keys: { p256dh: key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
      },
    }),
  },
  'DELETE /push-subscriptions': { expected: ofOneself },
  'GET /user-reminders': { expected: ofOneself },
  'POST /user-reminders': { expected: ofOneself, input: () => ({ body }) },
  'GET /user-reminders/:id': { expected: ofTheOwner, input: reminderOf },
  'PUT /user-reminders/:id': { expected: ofTheOwner, input: owned => ({ ...reminderOf(owned), body }) },
  'DELETE /user-reminders/:id': { expected: ofTheOwner, input: reminderOf },
  'GET /user-notices': { expected: ofOneself },
  'GET /user-notices/unread': { expected: ofOneself },
  'POST /user-notices/read': { expected: ofOneself, input: () => ({ body: { until_id: 1 } }) },
  'GET /user-notice-choices': { expected: ofOneself },
  'PUT /user-notice-choices': { expected: ofOneself, input: () => ({ body: { kind: 'message', way: 'list' } }) },
  'GET /user-digest': { expected: ofOneself },
  'PUT /user-digest': { expected: ofOneself, input: () => ({ body: { pace: 'weekly' } }) },
  'GET /user-quiet-hours': { expected: ofOneself },
  'PUT /user-quiet-hours': {
    expected: ofOneself,
    input: () => ({ body: { is_on: true, from_time: '23:00', until_time: '07:00' } }),
  },
  'GET /studio/alert-settings': { expected: ofStaff },
  'PUT /studio/alert-settings': {
    expected: ofStaff,
    input: () => ({
      body: { by_badge: true, by_push: true, by_letter: true, weekdays: [1], from_time: '09:00', until_time: '18:00' },
    }),
  },
  // The link in the e-mail is the only credential: without a valid one nobody gets anything.
  'POST /unsubscribe': {
    expected: statuses(422, 422, 422, 422),
    input: owned => ({ body: { token: `${owned.reminder}.AAAAAAAAAAAAAAAAAAAAAA` } }),
  },
}
