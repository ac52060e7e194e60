import { type AccessTable, statuses } from '#server/platform/testing/access-table.ts'
import type { setup } from '#shared/features/setup/contract.ts'

/** The school of the tests has an administrator. */
const tooLate = statuses(409, 409, 409, 409)
const code = 'made-up'

export const access: AccessTable<typeof setup> = {
  'POST /setup/check': { expected: tooLate, input: () => ({ body: { code } }) },
  'POST /setup': {
    expected: tooLate,
    input: () => ({
      body: {
        code,
        school_name: 'Another',
        languages: ['en'],
        default_language: 'en',
        first_name: 'Ann',
        email: 'ann@example.com',
        password: 'correct horse battery',
        timezone: 'UTC',
        currency: 'EUR',
      },
    }),
  },
}
