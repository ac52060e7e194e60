import { type AccessTable, type Owned, ofTheOwner } from '#server/platform/testing/access-table.ts'
import type { media } from '#shared/features/media/contract.ts'

const fileOf = ({ file }: Owned) => ({ params: { id: file } })

/** `file` is an upload of the owner's that nothing refers to. */
export const access: AccessTable<typeof media> = {
  'GET /media-files/:id': { expected: ofTheOwner, input: fileOf },
  'DELETE /media-files/:id': { expected: ofTheOwner, input: fileOf },
}
