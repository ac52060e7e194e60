import { courseStructure } from '#server/features/courses/course-structure.ts'
import { courseTrees } from '#server/features/courses/course-memory.ts'
import { textIn } from '#server/features/courses/course-tree.ts'
import { type Context, routes } from '#server/platform/http/routes.ts'
import { figures } from '#shared/features/figures/contract.ts'
import type { PeopleKind } from '#shared/features/figures/rules.ts'
import { firstSpan, nextSpan, spansFrom } from '#shared/features/figures/rules.ts'
import { isLocalDate, startOfDay } from '#shared/platform/times.ts'
import { sales, shownSpans, subscriptions } from './money-figures.ts'
import { findMoments } from './moment-queries.ts'
import { findStops, listActivity, listAnswerWeeks, listCounted, findWatched } from './queries.ts'

type Calls = (typeof figures)['calls']
type In<Name extends keyof Calls & string> = Context<Name, Calls[Name]>

/** Calls for the figures of a school. */
export const figuresRoutes = routes(figures, {
  'GET /studio/figures/activity': async ({ db, user, query, now }) => {
    const { by = 'day', course_id: courseId = null } = query
    const { spans, until } = shownSpans(by, now, user.timezone)
    return { spans: await listActivity(db, user.brandId, courseId, spans, until) }
  },

  'GET /studio/figures/answers': async ({ db, user, query, now }) => {
    const { brandId, timezone } = user
    const fromSeconds = startOfDay(firstSpan('week', now, timezone), timezone) / 1000
    const rows = await listAnswerWeeks(db, { brandId, courseId: query.course_id ?? null, timezone, fromSeconds })
    const known = new Map(rows.map(row => [row.starts_on, row]))
    const none = { answered: 0, late: 0, median: null, p90: null }
    return spansFrom('week', now, timezone).map(starts_on => known.get(starts_on) ?? { starts_on, ...none })
  },

  'GET /studio/figures/courses/:id/stops': stops,
  'GET /studio/figures/courses/:id/watching': watching,
  'GET /studio/figures/courses/:id/watching/:lessonId': moments,
  'GET /studio/figures/sales': sales,
  'GET /studio/figures/subscriptions': subscriptions,
  'GET /studio/figures/people': people,
})

async function stops({ db, user, caller, params, refuse }: In<'GET /studio/figures/courses/:id/stops'>) {
  const found = (await findStops(db, params.id, user.brandId)) ?? refuse('not_found')
  const [tree] = await courseTrees(db, [{ id: params.id, version: found.version }])
  if (!tree) return refuse('not_found')
  const structure = await courseStructure(db, params.id, found.version)
  const texts = structure.dayTexts(caller.language)
  const days = structure.days.filter(day => !day.dayOfRest)
  const nobody = { begun: 0, finished: 0, furthest: 0 }
  return {
    title: textIn(tree.course.texts, 'title', caller.language, tree.course.languages),
    days: days.map(({ id, dayNumber }) => ({ id, day_number: dayNumber, title: texts.get(id)?.title ?? '' })),
    cohorts: found.cohorts.map(({ days: reached, ...cohort }) => {
      const byNumber = new Map(reached.map(({ number, ...day }) => [number, day]))
      const begun = reached.reduce((sum, day) => sum + day.furthest, 0)
      return {
        ...cohort,
        not_begun: cohort.learners - begun,
        days: days.map(({ dayNumber }) => byNumber.get(dayNumber) ?? nobody),
      }
    }),
  }
}

async function watching({ db, user, caller, params, query, refuse }: In<'GET /studio/figures/courses/:id/watching'>) {
  const found = (await findWatched(db, params.id, user.brandId, query.cohort_id ?? null)) ?? refuse('not_found')
  const [tree] = await courseTrees(db, [{ id: params.id, version: found.version }])
  if (!tree) return refuse('not_found')
  const lessons = new Map(tree.lessons.map(lesson => [lesson.id, lesson]))
  return found.lessons.map(({ lesson_id: lessonId, ...row }) => {
    const texts = lessons.get(lessonId)?.texts
    return { ...row, title: texts ? textIn(texts, 'title', caller.language, tree.course.languages) : '' }
  })
}

async function moments(context: In<'GET /studio/figures/courses/:id/watching/:lessonId'>) {
  const { db, user, caller, params, query, refuse } = context
  const found =
    (await findMoments(db, params.id, user.brandId, params.lessonId, query.cohort_id ?? null)) ?? refuse('not_found')
  const [tree] = await courseTrees(db, [{ id: params.id, version: found.version }])
  if (!tree) return refuse('not_found')
  const texts = tree.lessons.find(({ id }) => id === found.lesson_id)?.texts
  const title = texts ? textIn(texts, 'title', caller.language, tree.course.languages) : ''
  return { title, day_number: found.day_number, films: found.films }
}

/** What a number of each kind is asked for by. */
const neededBy = (kind: PeopleKind): readonly (keyof In<'GET /studio/figures/people'>['query'])[] => {
  if (kind === 'active') return ['starts_on']
  if (kind === 'played') return ['course_id', 'lesson_id', 'film_id']
  if (kind === 'moment' || kind === 'missed') return ['course_id', 'lesson_id', 'film_id', 'second', 'grain']
  return ['course_id']
}

/** The people behind a number: what it counts is found by the same conditions. */
async function people({ db, user, query, setPage, refuse }: In<'GET /studio/figures/people'>) {
  const { kind, by = 'day', starts_on: from, page = 1, 'per-page': perPage = 100 } = query
  const lacking = neededBy(kind).filter(field => query[field] === undefined)
  if (lacking.length > 0) return refuse('invalid_input', { fields: lacking })
  if (from !== undefined && !isLocalDate(from)) return refuse('invalid_input', { fields: ['starts_on'] })
  const rows = await listCounted[kind](db, {
    brandId: user.brandId,
    courseId: query.course_id ?? null,
    cohortId: query.cohort_id ?? null,
    dayId: query.day_id ?? null,
    lessonId: query.lesson_id ?? null,
    filmId: query.film_id ?? null,
    second: query.second ?? null,
    grain: query.grain ?? null,
    from: from ?? null,
    until: from === undefined ? null : nextSpan(by, from),
    limit: perPage,
    offset: (page - 1) * perPage,
  })
  setPage({ page, perPage, total: rows[0]?.total ?? 0 })
  return rows.flatMap(row => (row.user_id === null ? [] : [{ user_id: row.user_id, name: row.name, email: row.email }]))
}
