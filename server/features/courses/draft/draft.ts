import { randomUUID } from 'node:crypto'
import { writeAudit } from '#server/features/accounts/audit.ts'
import type { Context } from '#server/platform/http/routes.ts'
import type { courses } from '#shared/features/courses/contract.ts'
import { keyOfPart } from '#shared/features/courses/draft.ts'
import { textIn } from '../course-tree.ts'
import { draftOfCourse, type NewPart } from './draft-of-course.ts'
import {
  deleteDraft,
  deleteUnpublishedCourse,
  findCourseByKey,
  findDraft,
  insertDraft,
  insertDraftParts,
  insertUnpublishedCourse,
  lockDraft,
} from './draft-queries.ts'

type Calls = (typeof courses)['calls']
export type Authoring<Name extends keyof Calls> = Context<Name, Calls[Name]>

/** Adds a course with an empty draft, once for each id that an author sends. */
export function newCourse({ db, user, body, refuse }: Authoring<'POST /studio/courses'>) {
  return db.inTransaction(async tx => {
    const key = keyOfPart('course', body.id)
    const title = body.title.trim()
    if (title === '') return refuse('invalid_input', { fields: ['title'] })
    const { language } = body
    const texts = JSON.stringify({ [language]: { title } })
    const { brandId, userId } = user
    const added = await insertUnpublishedCourse(tx, { brandId, key, languages: [language], texts, userId })
    if (!added) return (await findCourseByKey(tx, brandId, key)) ?? refuse('not_found')
    await insertDraftParts(tx, added.id, JSON.stringify(emptyCourse(key, language, title)))
    await writeAudit(tx, user, { action: 'course.add', targetType: 'course', targetId: added.id, detail: { title } })
    return added
  })
}

/** A course with one stage and one day, so that an author sees where to go on. */
function emptyCourse(key: string, language: string, title: string): NewPart[] {
  const [course, stage, day] = [randomUUID(), randomUUID(), randomUUID()]
  return [
    {
      id: course,
      parent_id: null,
      kind: 'course',
      key,
      sort: 0,
      content: { languages: [language], title: { [language]: title } },
    },
    { id: stage, parent_id: course, kind: 'stage', key: keyOfPart('stage', stage), sort: 0, content: { title: {} } },
    { id: day, parent_id: stage, kind: 'day', key: keyOfPart('day', day), sort: 0, content: { title: {} } },
  ]
}

/** Begins a draft as what is published; there is one for all authors of a course. */
export function beginDraft({ db, user, params, refuse }: Authoring<'POST /studio/courses/:id/draft'>) {
  return db.inTransaction(async tx => {
    const begun = await insertDraft(tx, params.id, user.brandId, user.userId)
    if (begun?.content) await insertDraftParts(tx, params.id, JSON.stringify(draftOfCourse(begun.content)))
    if (!begun && !(await lockDraft(tx, params.id, user.brandId))) refuse('not_found')
    return { id: params.id }
  })
}

/** The tree of what is being written. */
export async function readDraft({ db, user, params, caller, refuse }: Authoring<'GET /studio/courses/:id/draft'>) {
  const { texts, languages, ...draft } = (await findDraft(db, params.id, user.brandId)) ?? refuse('not_found')
  return { ...draft, title: textIn(texts, 'title', caller.language, languages) }
}

/** Throws a draft away if its order is as the author saw it; a course that was never published goes with it. */
export function discardDraft({ db, user, params, body, refuse }: Authoring<'POST /studio/courses/:id/draft/discard'>) {
  return db.inTransaction(async tx => {
    const draft = (await lockDraft(tx, params.id, user.brandId)) ?? refuse('not_found')
    if (draft.revision !== body.revision) refuse('draft_changed')
    if (draft.version === 0) await deleteUnpublishedCourse(tx, params.id)
    else await deleteDraft(tx, params.id)
    await writeAudit(tx, user, { action: 'course.draft_discard', targetType: 'course', targetId: params.id })
    return {}
  })
}
