import { many } from '#server/platform/database/statement.ts'
import { liveParts } from '#server/platform/live/live-parts.ts'
import { courses } from '#shared/features/courses/contract.ts'

const listOwnDrafts = many<[courseIds: readonly number[], brandId: string], { id: number }>(
  'list-own-drafts',
  `select d.course_id as id from course_drafts d join courses c on c.id = d.course_id
    where d.course_id = any($1) and c.brand_id = $2`,
)

/** Authors and admins may be in the rooms of their school's drafts. */
export const draftsLive = liveParts(courses, {
  rooms: {
    async draft(db, { role, brandId }, ids) {
      if (role !== 'author' && role !== 'admin') return []
      return (await listOwnDrafts(db, ids, brandId)).map(({ id }) => id)
    },
  },
  present: {},
})
