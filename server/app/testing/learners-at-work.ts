import { postMessage } from '#server/features/chat/post-message.ts'
import { courseStructure, type StructureDay } from '#server/features/courses/course-structure.ts'
import { insertDayFinish, insertDayStart, insertLessonView } from '#server/features/progress/queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { judge } from './homework-people.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** A learner's place in the course. */
type Place = { id: number; userId: number; chatId: number }

/** What everybody does in one hour, another part of the days each time; `now` in ms. */
type Turn = { number: number; days: readonly StructureDay[]; now: number }

/** Of so many learners one does everything through the app. */
const oneIn = 50

/**
 * Learners who go through a course, each by another part of it. What they do is written as the product writes it: by its
 * statements for most, by calls for some, who also hand in homework that an expert answers.
 */
export async function learnersAtWork(app: TestApp, count: number) {
  const expert = await app.signIn({ role: 'expert' })
  const clients: TestClient[] = []
  while (clients.length < count) clients.push(await app.signIn())

  return {
    people: clients.map(({ userId }) => userId),
    placesIn: (courseId: number) => placesIn(app.db, courseId),
    /** Everybody goes on from where they are, an hour later. */
    async goOn(courseId: number, number: number) {
      app.clock.set(app.clock.now + 3_600_000)
      const { rows } = await app.db.query<{ version: number }>({
        text: 'select version from courses where id = $1',
        values: [courseId],
      })
      const { days } = await courseStructure(app.db, courseId, rows[0]?.version ?? 0)
      const turn = { number, days, now: app.clock.now }
      const places = await placesIn(app.db, courseId)
      await app.db.inTransaction(async tx => {
        for (const place of places) await study(tx, place, turn)
      })
      for (const place of places.filter((_, index) => index % oneIn === 0)) {
        const client = clients.find(({ userId }) => userId === place.userId)
        if (client) await goThrough(client, place.id, turn)
      }
      await answer(expert)
    },
  }
}

async function placesIn(db: Db, courseId: number): Promise<Place[]> {
  const { rows } = await db.query<Place>({
    text: `select us.id, us.user_id as "userId", k.id as "chatId" from user_streams us join chats k on k.user_stream_id = us.id
      where us.course_id = $1 order by us.user_id`,
    values: [courseId],
  })
  return rows
}

/** Starts and finishes some of the days, also those that were finished before, watches some of the lessons, and writes. */
async function study(tx: Db, { id, userId, chatId }: Place, { number, days, now }: Turn) {
  const written = { chatId, authorId: userId, isExpert: false, kind: 'message', now } as const
  if ((id + number) % 9 === 0)
    await postMessage(tx, { ...written, text: `Hour ${number}`, clientKey: `hour-${number}` })
  for (const day of days) {
    const report = (what: string) => ({
      userStreamId: id,
      key: `${what}:${number}`,
      dayId: day.id,
      occurredAtSeconds: now / 1000,
    })
    if ((id + day.id * 3 + number) % 10 === 0) {
      const award = { userId, score: day.score, source: `stream:${id}:day:${day.id}` }
      await insertDayStart(tx, { ...report(`start:${day.id}`), selfieId: null })
      await insertDayFinish(tx, { ...report(`finish:${day.id}`), ...award })
    }
    for (const lesson of day.lessons.filter(one => (id + one.id * 3 + number) % 14 === 0))
      await insertLessonView(tx, {
        ...report(`view:${lesson.id}`),
        lessonSetLessonId: lesson.id,
        viewedSeconds: 5 + number,
        playCount: 1,
        positionSeconds: 5 + number,
        dayStatusId: null,
        filmId: null,
        filmSeconds: null,
      })
  }
}

/** Finishes one day more, and the first one once again; hands in what is to be done next. */
async function goThrough(client: TestClient, streamId: number, { number, days }: Turn) {
  for (const day of [days[number % days.length], days[0]])
    for (const what of ['start', 'finish'] as const) {
      const params = { streamId, dayId: day?.id ?? 0 }
      const name = `POST /user-course-streams/:streamId/user-day-status/:dayId/${what}` as const
      const { status } = await client.call(name, { params, idempotencyKey: `${what}-${number}` })
      if (status !== 200) throw new Error(`${name}: ${status}`)
    }
  const { data } = await client.call('GET /user-course-streams/:streamId/user-homework', { params: { streamId } })
  const next = data.find(({ status }) => status === 'NOT_UPLOADED' || status === 'FAIL')
  if (!next) return
  const { status } = await client.call('POST /user-course-streams/:streamId/user-homework/:statusId', {
    params: { streamId, statusId: next.id },
    body: { message: `My answer of hour ${number}` },
    idempotencyKey: `hand-in-${number}`,
  })
  if (status !== 200) throw new Error(`Handing in: ${status}`)
}

/** Answers half of what waits, the second with a wish; the rest waits on. */
async function answer(expert: TestClient) {
  const { data: waiting } = await expert.call('GET /studio/reviews')
  for (const [index, { id }] of waiting.slice(0, Math.ceil(waiting.length / 2)).entries()) {
    const { status } = await judge(
      expert,
      id,
      index === 1 ? { verdict: 'FAIL', message: 'Again' } : { verdict: 'DONE' },
    )
    if (status !== 200) throw new Error(`Answering: ${status}`)
  }
}
