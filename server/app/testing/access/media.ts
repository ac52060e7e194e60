import type { Calls } from '#shared/app/calls.ts'
import { type AccessTable, type Owned, ofTheOwner } from './access-table.ts'

const fileOf = ({ file }: Owned) => ({ params: { id: file } })

/** `file` is an upload of the owner's that nothing refers to. */
export const mediaAccess = {
  'GET /media-files/:id': { expected: ofTheOwner, input: fileOf },
  'DELETE /media-files/:id': { expected: ofTheOwner, input: fileOf },
} satisfies Partial<AccessTable<keyof Calls>>
