import { type CourseFixture, type Enrolment, enrol, insertCourse } from './course-fixture.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

const stageOne = { required: 0, file: 1, exercise: 2, selfie: 3, demo: 4 } as const

/**
 * Two stages of two days, the second starting three days later. The first has a required homework of any kind (50
 * points), one for its first day that takes a file, an exercise, a selfie and one that is part of a demo; the second
 * has one more.
 */
export const insertHomeworkCourse = (app: TestApp): Promise<CourseFixture> =>
  insertCourse(app.db, {
    stages: [
      {
        days: [{}, {}],
        homeworks: [
          { isRequired: true, score: 50 },
          { onDay: 0, answerWith: 'file' },
          { onDay: 0, answerWith: 'exercise' },
          { answerWith: 'message', isSelfieRequired: true },
          { isDemoAccessible: true },
        ],
      },
      { days: [{ isDemoAccessible: true }, {}], homeworks: [{ score: 20 }] },
    ],
  })

export type Pupil = { client: TestClient; streamId: number; chatId: number; statusOf(homeworkId: number): number }

/** A learner in a course, with the ids of their chat and of each homework's status. */
export async function addPupil(app: TestApp, course: CourseFixture, terms: Enrolment = {}): Promise<Pupil> {
  const client = await app.signIn()
  const streamId = await enrol(app.db, course, client.userId, terms)
  const { rows } = await app.db.query<{ id: number; homeworkId: number; chatId: number }>({
    text: `select h.id, h.homework_id as "homeworkId", k.id as "chatId"
           from user_homeworks h join chats k on k.user_stream_id = h.user_stream_id where h.user_stream_id = $1`,
    values: [streamId],
  })
  const ids = new Map(rows.map(row => [row.homeworkId, row.id]))
  return { client, streamId, chatId: rows[0]?.chatId ?? 0, statusOf: id => ids.get(id) ?? 0 }
}

/** The first stage's homework by what is special about it; `later` is the second stage's. */
export function homeworkOf(course: CourseFixture, which: keyof typeof stageOne | 'later'): number {
  const [first, second] = course.stages
  return (which === 'later' ? second?.homeworkIds[0] : first?.homeworkIds[stageOne[which]]) ?? 0
}

export type Answer = {
  message?: string
  file_ids?: number[]
  exercise_id?: number
  replaces_attempt_id?: number
}

let keys = 0

/** Hands in a homework, under a new key by default. */
export const handIn = (
  { client, streamId, statusOf }: Pupil,
  homeworkId: number,
  body: Answer = { message: 'My answer' },
  more: { key?: string; language?: 'en' | 'ru' | 'es'; by?: TestClient } = {},
) =>
  (more.by ?? client).call('POST /user-course-streams/:streamId/user-homework/:statusId', {
    params: { streamId, statusId: statusOf(homeworkId) },
    body,
    idempotencyKey: more.key ?? `hand-in-${++keys}`,
    ...(more.language && { language: more.language }),
  })

/** One homework with its attempts. */
export const readHomework = ({ client, streamId, statusOf }: Pupil, homeworkId: number) =>
  client.call('GET /user-course-streams/:streamId/user-homework/:statusId', {
    params: { streamId, statusId: statusOf(homeworkId) },
  })

/** Every homework of the pupil's stream. */
export const listHomework = ({ client, streamId }: Pupil, expand: readonly string[] = []) =>
  client.call('GET /user-course-streams/:streamId/user-homework', { params: { streamId }, expand })

/** The id of a homework's latest attempt, which is also that of its review. */
export async function reviewOf(pupil: Pupil, homeworkId: number): Promise<number> {
  return (await readHomework(pupil, homeworkId)).data.attempts[0]?.id ?? 0
}

export type Judgement = {
  verdict: 'DONE' | 'FAIL'
  message?: string
  points?: number
  file_ids?: number[]
  comments?: { file_id: number; seconds: number; message: string }[]
  criteria?: { key: string; is_met: boolean }[]
}

/** Gives a verdict on a submission, under a new key by default. */
export const judge = (expert: TestClient, id: number, body: Judgement, key = `verdict-${++keys}`) =>
  expert.call('POST /studio/reviews/:id/verdict', { params: { id }, body, idempotencyKey: key })
