import { createHash } from 'node:crypto'
import { writeAudit } from '#server/features/accounts/audit.ts'
import { rehearse } from '#server/platform/database/rehearse.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { checkCourse } from '#shared/features/courses/check-course.ts'
import type { DraftReason } from '#shared/features/courses/draft.ts'
import type { DraftProblemWire } from '#shared/features/courses/draft-fields.ts'
import type { Problem } from '#shared/platform/schemas.ts'
import { courseContent } from '../import/course-content.ts'
import { effectsSeal, publishVersion, takeOwnAlias } from '../publish/publish-version.ts'
import { findPublishedCourse, lockCourse } from '../publish/version-queries.ts'
import type { CourseContent } from '../publish/write-course.ts'
import type { Authoring } from './draft.ts'
import { mediaIn, mediaOfDraft } from './draft-media.ts'
import { deleteDraft, type DraftPart, listDraftParts, listUsableMedia, lockDraft } from './draft-queries.ts'
import { type WrittenDraft, writtenDraft } from './written-draft.ts'

/** What publishing a draft would do, found out by doing it; or what is missing before it can be done. */
export function draftEffects({ db, user, params, refuse }: Authoring<'GET /studio/courses/:id/draft/effects'>) {
  return rehearse(db, async tx => {
    const ready = (await readyDraft(tx, params.id, user.brandId)) ?? refuse('not_found')
    if ('problems' in ready) return { problems: ready.problems, effects: null, seal: '' }
    if (!(await takeOwnAlias(tx, ready.content))) return { problems: [aliasTaken(ready)], effects: null, seal: '' }
    const { effects, seal } = await publishReady(tx, ready, user)
    return { problems: [], effects, seal }
  })
}

/** Publishes a draft, with no other effects than the author saw, and ends it. */
export function publishDraft({
  db,
  user,
  params,
  body,
  refuse,
}: Authoring<'POST /studio/courses/:id/draft/publication'>) {
  return db.inTransaction(async tx => {
    const ready = (await readyDraft(tx, params.id, user.brandId)) ?? refuse('not_found')
    if ('problems' in ready || !(await takeOwnAlias(tx, ready.content))) return refuse('draft_incomplete')
    const { version, seal } = await publishReady(tx, ready, user)
    if (seal !== body.seal) refuse('effects_changed')
    await deleteDraft(tx, params.id)
    const detail = { version }
    await writeAudit(tx, user, { action: 'course.publish', targetType: 'course', targetId: params.id, detail })
    return { version }
  })
}

type Ready = {
  /** The part of the course itself. */
  root: string
  content: CourseContent
  current: number
  drafted: { yaml: string; files: Record<string, string> } | null
}

/** A draft as rows of the course's tables, held until the transaction ends; undefined where the brand has none. */
export async function readyDraft(
  tx: Db,
  courseId: number,
  brandId: string,
): Promise<Ready | { problems: DraftProblemWire[] } | undefined> {
  if (!(await lockCourse(tx, courseId, brandId))) return undefined
  const draft = await lockDraft(tx, courseId, brandId)
  if (!draft) return undefined
  const parts = await listDraftParts(tx, courseId)
  const drafted = writtenDraft(parts)
  const checked = checkCourse(drafted.written)
  const problems = [
    ...('problems' in checked ? checked.problems.map(problem => draftProblem(problem, drafted)) : []),
    ...(await mediaProblems(tx, parts, brandId)),
  ]
  if (problems.length || 'problems' in checked) return { problems }
  return {
    root: drafted.partAt.get('') ?? '',
    content: courseContent(checked.course, mediaOfDraft, brandId),
    current: draft.version,
    drafted: draft.source,
  }
}

async function publishReady(tx: Db, { content, current, drafted }: Ready, { userId }: { userId: number }) {
  const { brandId, key } = content.course
  const contentHash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const published = (await findPublishedCourse(tx, brandId, key))?.source
  const source = { yaml: '', files: {}, ...drafted, ...published, isOutdated: true }
  const next = { content, contentHash, source, publishedBy: userId, broughtBack: null }
  const version = await publishVersion(tx, next)
  return { ...version, seal: effectsSeal(current, contentHash, version.effects) }
}

const reasons: Partial<Record<string, DraftReason>> = {
  required: 'is_missing',
  minProperties: 'is_missing',
  minItems: 'is_empty',
  maxLength: 'is_too_long',
  languages: 'is_untranslated',
  openings: 'opens_too_early',
  exercises: 'has_no_exercise',
  'one day number': 'number_is_taken',
  'file or url': 'needs_file_or_address',
}

/** What is wrong with a field that is not of its form. */
const formOf = (field: string): DraftReason | undefined =>
  /url$/i.test(field) ? 'is_no_address' : field === 'alias' ? 'is_no_alias' : undefined

/** A problem of the open format, at the part of the draft that stands in its place. */
function draftProblem({ place, rule = '' }: Problem, { partAt }: WrittenDraft): DraftProblemWire {
  const steps = place.match(/\[\d+\]|\.?[^.[\]]+/g) ?? []
  for (let length = steps.length; length >= 0; length -= 1) {
    const part = partAt.get(steps.slice(0, length).join(''))
    const field = steps.slice(length).join('').replace(/^\./, '')
    if (part !== undefined)
      return { part, field, reason: (rule === 'pattern' && formOf(field)) || (reasons[rule] ?? 'is_wrong') }
  }
  throw new Error(`No part of the draft is at ${place}`)
}

const aliasTaken = ({ root }: Ready): DraftProblemWire => ({ part: root, field: 'alias', reason: 'is_taken' })

/** Films that are not converted yet, or never will be. */
async function mediaProblems(tx: Db, parts: readonly DraftPart[], brandId: string): Promise<DraftProblemWire[]> {
  const named = parts
    .filter(({ is_removed }) => !is_removed)
    .flatMap(({ id, content }) => mediaIn(content).map(item => ({ ...item, part: id })))
  const ids = named.map(({ id }) => id)
  const states = new Map((ids.length ? await listUsableMedia(tx, brandId, ids) : []).map(one => [one.id, one.status]))
  return named.flatMap(({ part, field, id }): DraftProblemWire[] => {
    const state = states.get(id)
    if (state === 'DONE') return []
    return [{ part, field, reason: state === undefined || state === 'FAIL' ? 'has_no_file' : 'is_being_converted' }]
  })
}
