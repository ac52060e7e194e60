import { pagedQuery } from '#studio/platform/paged-query.ts'

const perPage = 50

/** A page of what staff changed, of one kind or of all. */
export const auditQuery = (action: string | undefined, page: number) =>
  pagedQuery('GET /studio/audit-log', { query: { action, page, 'per-page': perPage } })
