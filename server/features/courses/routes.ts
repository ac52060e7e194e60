import type { Brands } from '#server/features/brands/load-brands.ts'
import type { ServerParts } from '#server/platform/feature.ts'
import { type BoundRoute, type Handlers, routes } from '#server/platform/http/routes.ts'
import { courses } from '#shared/features/courses/contract.ts'
import { archiving } from './archiving/archive-course.ts'
import { beginImporting, courseImport, courseImports, importAgain } from './bring-in/bring-in.ts'
import { courseAnswer, courseTrees } from './course-memory.ts'
import {
  knownFields,
  partsKey,
  partsOfCourse,
  partsOfDays,
  partsOfStages,
  withFields,
  courseView,
} from './course-parts.ts'
import { courseWire, daysWire, dayWire, stagesWire } from './course-wire.ts'
import { beginDraft, discardDraft, newCourse, readDraft } from './draft/draft.ts'
import { meetAuthors } from './draft/draft-authors.ts'
import { changeDraft, changePart, readPart } from './draft/edit-draft.ts'
import { draftEffects, publishDraft } from './draft/publish-draft.ts'
import { exportAddress } from './export/export-archive.ts'
import { listReadableCourses } from './queries.ts'
import { bringBack, courseVersions, versionEffects, writtenCourses } from './publish/versions.ts'
import { readableCourse, staffBrand } from './readers.ts'

/** `jobs` are those of the server. */
export const courseRoutes = (jobs: Pick<ServerParts['jobs'], 'send'>, brands: Brands): BoundRoute[] =>
  routes(courses, {
    ...ownHandlers,
    ...archiving(brands),
    'POST /studio/course-imports': context => beginImporting(jobs, context),
    'POST /studio/course-imports/:id/retry': context => importAgain(jobs, context),
  })

type OfParts =
  | 'POST /studio/course-imports'
  | 'POST /studio/course-imports/:id/retry'
  | keyof ReturnType<typeof archiving>

const ownHandlers: Omit<Handlers<typeof courses>, OfParts> = {
  'POST /studio/courses/:id/export': exportAddress,
  'GET /studio/course-imports': courseImports,
  'GET /studio/course-imports/:id': courseImport,
  'GET /studio/courses': writtenCourses,
  'GET /studio/courses/:id/versions': courseVersions,
  'GET /studio/courses/:id/versions/:versionId/effects': versionEffects,
  'POST /studio/courses/:id/versions': bringBack,
  'POST /studio/courses': newCourse,
  'GET /studio/courses/:id/draft': readDraft,
  'POST /studio/courses/:id/draft': beginDraft,
  'POST /studio/courses/:id/draft/discard': discardDraft,
  'POST /studio/courses/:id/draft/authors': meetAuthors,
  'POST /studio/courses/:id/draft/edits': changeDraft,
  'GET /studio/courses/:id/draft/parts/:part': readPart,
  'PATCH /studio/courses/:id/draft/parts/:part': changePart,
  'GET /studio/courses/:id/draft/effects': draftEffects,
  'POST /studio/courses/:id/draft/publication': publishDraft,

  'GET /courses': async ({ db, user, query, caller: { language }, asked }) => {
    const readable = await listReadableCourses(db, user.userId, staffBrand(user))
    const parts = partsOfCourse(asked)
    const fields = knownFields(query.fields)
    return courseAnswer(db, readable, ['list', language, partsKey(parts), fields], trees =>
      trees.map(tree => withFields(courseWire(courseView(tree, language, parts)), fields)),
    )
  },

  'GET /courses/versions': async ({ db, user }) => {
    const readable = await listReadableCourses(db, user.userId, staffBrand(user))
    const versions = readable.map(({ id, version }) => ({ id, version }))
    return courseAnswer(db, [], ['versions', JSON.stringify(versions)], () => versions)
  },

  'GET /courses/:id': async ({ db, now, user, params, query, caller: { language }, asked, refuse }) => {
    const course = (await readableCourse(db, user, params.id, now)) ?? refuse('not_found')
    const parts = partsOfCourse(asked)
    const fields = knownFields(query.fields)
    return courseAnswer(db, [course], ['whole', language, partsKey(parts), fields], ([tree]) =>
      tree ? withFields(courseWire(courseView(tree, language, parts)), fields) : refuse('not_found'),
    )
  },

  'GET /courses/:courseId/stages': async ({ db, now, user, params, caller: { language }, asked, refuse }) => {
    const course = (await readableCourse(db, user, params.courseId, now)) ?? refuse('not_found')
    const parts = partsOfStages(asked)
    return courseAnswer(db, [course], ['stages', language, partsKey(parts)], ([tree]) =>
      tree ? stagesWire(courseView(tree, language, parts)) : refuse('not_found'),
    )
  },

  'GET /courses/:courseId/stages/:stageId/days': async ({
    db,
    now,
    user,
    params,
    caller: { language },
    asked,
    refuse,
  }) => {
    const { courseId, stageId } = params
    const course = (await readableCourse(db, user, courseId, now)) ?? refuse('not_found')
    const [tree] = await courseTrees(db, [course])
    if (!tree?.stages.some(({ id }) => id === stageId)) return refuse('not_found')
    const parts = partsOfDays(asked)
    return courseAnswer(db, [course], ['days', stageId, language, partsKey(parts)], ([readable]) =>
      readable ? daysWire(courseView(readable, language, parts), stageId) : refuse('not_found'),
    )
  },

  'GET /courses/:courseId/stages/:stageId/days/:dayId': async context => {
    const { db, now, user, params, asked, refuse } = context
    const { language } = context.caller
    const { courseId, stageId, dayId } = params
    const course = (await readableCourse(db, user, courseId, now)) ?? refuse('not_found')
    const [tree] = await courseTrees(db, [course])
    const day = tree?.days.find(row => row.id === dayId && row.stageId === stageId)
    if (!day) return refuse('not_found')
    const parts = partsOfDays(asked)
    return courseAnswer(db, [course], ['day', dayId, language, partsKey(parts)], ([readable]) =>
      readable ? dayWire(courseView(readable, language, parts), day) : refuse('not_found'),
    )
  },
}
