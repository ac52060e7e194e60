import type { Db } from '#server/platform/database/statement.ts'
import type { LocalDate } from '#shared/platform/times.ts'

export type DayPlan = Partial<{
  opensAfterDays: number
  isRest: boolean
  isRequired: boolean
  isSelfieRequired: boolean
  isDemoAccessible: boolean
  score: number
  lessons: number
}>
export type HomeworkPlan = Partial<{
  isRequired: boolean
  isDemoAccessible: boolean
  onDay: number
  answerWith: 'any' | 'message' | 'file' | 'exercise'
  isSelfieRequired: boolean
  score: number
}>
export type StagePlan = { days: DayPlan[]; homeworks?: HomeworkPlan[] }

export type CourseFixture = {
  id: number
  stages: { id: number; homeworkIds: number[] }[]
  /** The days of all stages in order; `lessonIds` are those of the places in the day's lesson set. */
  days: { id: number; stageId: number; lessonIds: number[] }[]
}

let made = 0

/**
 * Inserts a small course directly into the tables: by default one day opens per day from the first, with two lessons
 * and 10 points each.
 */
export async function insertCourse(db: Db, plan: { brandId?: string; stages: StagePlan[] }): Promise<CourseFixture> {
  const texts = (title: string) =>
    JSON.stringify({
      en: { title, excerpt: `About ${title}` },
      ru: { title: `${title} по-русски` },
      es: { title: `${title} en español` },
    })
  const insert = (text: string, values: unknown[]) => insertedId(db, text, values)
  const options = [{ id: 'level', values: ['easy', 'hard'], texts: { en: { title: 'Level' } } }]
  const activeDays = plan.stages.flatMap(stage => stage.days).filter(day => !day.isRest).length
  const id = await insert(
    `insert into courses (brand_id, key, languages, texts, options, days_count)
     values ($1, $2, '{en,ru,es}', $3, $4, $5) returning id`,
    [plan.brandId ?? 'kurso', `course-${++made}`, texts('Course'), JSON.stringify(options), activeDays],
  )
  const course: CourseFixture = { id, stages: [], days: [] }
  for (const [stageIndex, stagePlan] of plan.stages.entries()) {
    const stageId = await insert(
      'insert into course_stages (course_id, key, sort, texts) values ($1, $2, $3, $4) returning id',
      [id, `stage-${stageIndex}`, stageIndex, texts(`Stage ${stageIndex + 1}`)],
    )
    const first = course.days.length
    for (const day of stagePlan.days) await insertDay(db, course, stageId, day, texts)
    const homeworkIds: number[] = []
    for (const homework of stagePlan.homeworks ?? []) {
      const dayId = homework.onDay === undefined ? null : course.days[first + homework.onDay]?.id
      homeworkIds.push(
        await insert(
          `insert into course_homeworks (course_id, stage_id, day_id, key, is_required, is_demo_accessible, answer_with,
             is_selfie_required, score, texts)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
          [
            id,
            stageId,
            dayId,
            `homework-${stageIndex}-${homeworkIds.length}`,
            homework.isRequired ?? false,
            homework.isDemoAccessible ?? false,
            homework.answerWith ?? 'any',
            homework.isSelfieRequired ?? false,
            homework.score ?? 0,
            texts('Homework'),
          ],
        ),
      )
    }
    course.stages.push({ id: stageId, homeworkIds })
  }
  return course
}

/**
 * Keeps version 1 of a course, in which its stage `title` was `titleBefore`, and makes what the course is now version 2, so
 * that version 1 can be brought back.
 */
export async function insertEarlierVersion(
  db: Db,
  courseId: number,
  [title, titleBefore] = ['Stage 1', 'First stage'],
): Promise<void> {
  await db.query({
    text: `insert into course_versions (course_id, number, content, content_hash, source, effects)
      select id, 1, replace(course_content(id)::text, $2, $3)::json, 'earlier', '{"yaml": "", "files": {}}',
        '{"parts": [], "learners": 0, "learners_falling": 0, "submissions_kept": 0}'
      from courses where id = $1`,
    values: [courseId, title, titleBefore],
  })
  await db.query({ text: 'update courses set version = 2 where id = $1', values: [courseId] })
}

async function insertDay(
  db: Db,
  course: CourseFixture,
  stageId: number,
  day: DayPlan,
  texts: (title: string) => string,
) {
  const number = course.days.length + 1
  const title = `Day ${number}`
  const id = await insertedId(
    db,
    `insert into course_days (course_id, stage_id, key, day_number, opens_after_days, is_rest, is_required_to_complete,
       is_demo_accessible, score, texts, is_selfie_required)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
    [
      course.id,
      stageId,
      `day-${number}`,
      number,
      day.opensAfterDays ?? number - 1,
      day.isRest ?? false,
      day.isRequired ?? false,
      day.isDemoAccessible ?? false,
      day.score ?? 10,
      texts(title),
      day.isSelfieRequired ?? false,
    ],
  )
  const setId = await insertedId(
    db,
    `insert into course_lesson_sets (day_id, key, sort) values ($1, 'set', 1) returning id`,
    [id],
  )
  const lessonIds: number[] = []
  for (let index = 0; index < (day.lessons ?? 2); index++) {
    const lessonId = await insertedId(
      db,
      'insert into course_lessons (course_id, key, texts) values ($1, $2, $3) returning id',
      [course.id, `lesson-${number}-${index}`, texts(`Lesson ${index + 1}`)],
    )
    lessonIds.push(
      await insertedId(
        db,
        'insert into course_lesson_set_lessons (lesson_set_id, lesson_id, sort) values ($1, $2, $3) returning id',
        [setId, lessonId, index],
      ),
    )
  }
  course.days.push({ id, stageId, lessonIds })
}

export type Enrolment = Partial<{
  startsOn: LocalDate
  endsOn: LocalDate
  isDemo: boolean
  isOptionalPurchase: boolean
  courseFullAccess: boolean
  subscriptionId: number
}>

/** Enrols a learner in the course's cohort of `startsOn`; returns the user stream's id. */
export async function enrol(db: Db, course: { id: number }, userId: number, terms: Enrolment = {}): Promise<number> {
  const startsOn = terms.startsOn ?? '2026-12-01'
  const endsOn = terms.endsOn ?? '2026-12-31'
  const cohortId = await insertedId(
    db,
    `insert into streams (course_id, starts_on, ends_on) values ($1, $2, $3)
     on conflict (course_id, starts_on) do update set ends_on = excluded.ends_on returning id`,
    [course.id, startsOn, endsOn],
  )
  return insertedId(
    db,
    `insert into user_streams (user_id, course_id, stream_id, starts_on, ends_on, is_demo, is_optional_purchase,
       course_full_access, payment_subscription_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      userId,
      course.id,
      cohortId,
      startsOn,
      endsOn,
      terms.isDemo ?? false,
      terms.isOptionalPurchase ?? false,
      terms.courseFullAccess ?? false,
      terms.subscriptionId ?? null,
    ],
  )
}

/** Freezes a user stream, both dates included. */
export async function freeze(db: Db, userStreamId: number, startsOn: LocalDate, endsOn: LocalDate): Promise<number> {
  return insertedId(
    db,
    'insert into stream_freezes (user_stream_id, status, starts_on, ends_on) values ($1, 1, $2, $3) returning id',
    [userStreamId, startsOn, endsOn],
  )
}

/** Inserts a learner's subscription; `endAt` is an ISO instant, absent for one without an end. */
export async function insertSubscription(
  db: Db,
  userId: number,
  { status = 'Active', endAt }: { status?: 'Created' | 'Active' | 'Canceled'; endAt?: string } = {},
): Promise<number> {
  return insertedId(
    db,
    `insert into payment_subscriptions (user_id, title, status, end_at) values ($1, 'Plan', $2, $3) returning id`,
    [userId, status, endAt ?? null],
  )
}

async function insertedId(db: Db, text: string, values: unknown[]): Promise<number> {
  const { rows } = await db.query<{ id: number }>({ text, values })
  return rows[0]?.id ?? 0
}
