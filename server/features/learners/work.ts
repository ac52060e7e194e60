import { type Texts, textIn } from '#server/features/courses/course-tree.ts'
import { staffToWire } from '#server/features/videoconsultations/consultation-row.ts'
import { askedOf, type LearnerContext } from './learner-context.ts'
import { findLearner } from './queries.ts'
import { findWork, listEntries } from './work-queries.ts'

/** What a learner handed in, wrote and asked, as far as it is the caller's. */
export async function workOf(context: LearnerContext<'GET /studio/learners/:id/work'>) {
  const { db, user, caller, refuse } = context
  const found = (await findWork(db, { ...askedOf(context), language: caller.language })) ?? refuse('not_found')
  const inLanguage = (texts: Texts | null, languages: string[]) =>
    texts ? textIn(texts, 'title', caller.language, languages) : ''
  return {
    homeworks:
      found.homeworks?.map(({ titles, ...row }) => ({
        ...row,
        title: inLanguage(titles.title, titles.languages),
        course_title: inLanguage(titles.course, titles.languages),
      })) ?? null,
    chats:
      found.chats?.map(({ titles, ...row }) => ({
        ...row,
        course_title: inLanguage(titles.course, titles.languages),
      })) ?? null,
    video_consultations: found.video.map(row => staffToWire(row, user)),
    requests: found.requests,
  }
}

const perPage = 20

/** A page of a learner's points with what each was for. */
export async function pointsOf(context: LearnerContext<'GET /studio/learners/:id/points'>) {
  const { db, caller, query, setPage, refuse } = context
  const { page = 1 } = query
  const asked = askedOf(context)
  if (!(await findLearner(db, asked))) return refuse('not_found')
  const rows = await listEntries(db, { ...asked, limit: perPage, offset: (page - 1) * perPage })
  setPage({ page, perPage, total: rows[0]?.total ?? 0 })
  return rows.flatMap(row => {
    if (row.id === null) return []
    const { languages, course, texts, id, amount, type, note, created_at } = row
    const inLanguage = (of: Texts | null) => (of && textIn(of, 'title', caller.language, languages ?? [])) || null
    return [{ id, amount, type, note, created_at, course_title: inLanguage(course), title: inLanguage(texts) }]
  })
}
