import { type AccessTable, type Owned, ofTheOwner } from '#server/platform/testing/access-table.ts'
import type { downloads } from '#shared/features/downloads/contract.ts'

const streamOf = ({ stream }: Owned) => ({ params: { id: stream } })

export const access: AccessTable<typeof downloads> = {
  'GET /user-course-streams/:id/downloads': { expected: ofTheOwner, input: streamOf },
  'POST /user-course-streams/:id/downloads/lease': {
    expected: ofTheOwner,
    input: owned => ({ ...streamOf(owned), body: { file_ids: [1] } }),
  },
}
