import type { Calls } from '#shared/app/calls.ts'
import { type AccessTable, forAll, ofOneself } from './access-table.ts'

/** What people allow of their own; figures and failures may be told, and the mobile app set up, by everybody. */
export const consentAccess = {
  'GET /remote-config': { expected: forAll },
  'GET /user/cookie-policy': { expected: ofOneself },
  'POST /user/cookie-policy': {
    expected: ofOneself,
    input: () => ({ body: { analytics: false, marketing: false, decided_at: 1_800_000_000 } }),
  },
  'POST /analytics-events': {
    expected: forAll,
    input: () => ({ body: { events: [{ name: 'login', params: {}, occurred_at: 1_800_000_000 }] } }),
  },
  'POST /error-reports': {
    expected: forAll,
    input: () => ({ body: { reports: [{ kind: 'error', name: 'Error', message: 'x', stack: '', path: '/' }] } }),
  },
} satisfies Partial<AccessTable<keyof Calls>>
