import type { CourseStructure, StructureDay } from '#server/features/courses/course-structure.ts'
import { findChatOfStream } from '#server/features/chat/queries.ts'
import { insertPassedHomework } from '#server/features/homework/queries.ts'
import { insertDayFinish, insertDayStart, insertLessonView } from '#server/features/progress/queries.ts'
import { insertUserStreams, upsertCohort } from '#server/features/streams/cohort-queries.ts'
import { insertFreezes } from '#server/features/streams/freeze-queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { addDays, localDate, startOfDay } from '#shared/platform/times.ts'
import { type DemoStep, homeworkSteps, messageSteps } from './demo-chat.ts'
import type { DemoStream } from './demo-school-file.ts'

type Place = {
  userId: number
  userIds: ReadonlyMap<string, number>
  brandId: string
  timezone: string
  structure: CourseStructure
  now: number
}

const hourMs = 3_600_000
const minuteMs = 60_000

/** One learner's stream in the demo school, with progress made of the events a real device would report; answers its id. */
export async function seedDemoStream(tx: Db, stream: DemoStream, place: Place): Promise<number | undefined> {
  const { userId, timezone, structure, now } = place
  const today = localDate(now, timezone)
  const [startsOn, endsOn] = [addDays(today, stream.startsIn), addDays(today, stream.endsIn)]
  const { courseId } = structure
  const cohort = await upsertCohort(tx, courseId, startsOn, endsOn, 'keep-end')
  const { isDemo, isOptionalPurchase, freeze } = stream
  const streamId = cohort?.id
  const row = { userId, courseId, streamId, startsOn, endsOn, isDemo, isOptionalPurchase }
  const [made] = await insertUserStreams(tx, JSON.stringify([row]))
  if (!made) return undefined
  const report = reporter(tx, made.id, { ...place, startsOn })
  const days = new Map(structure.days.map(day => [day.dayNumber, day]))
  const done = (stream.doneDays ?? []).flatMap(number => days.get(number) ?? []).filter(day => !day.dayOfRest)
  for (const day of done) await report.finished(day)
  const started = stream.startedDay && days.get(stream.startedDay.dayNumber)
  if (started && stream.startedDay) await report.started(started, stream.startedDay)
  await passStages(tx, made.id, structure, new Set(done.map(day => day.id)))
  await talk(tx, made.id, stream, place)
  if (freeze) await insertFreezes(tx, [made.id], addDays(today, freeze.startsIn), addDays(today, freeze.endsIn))
  return made.id
}

/** Messages and submissions in the order in which they happened. */
async function talk(tx: Db, userStreamId: number, stream: DemoStream, place: Place) {
  const chat = await findChatOfStream(tx, userStreamId)
  if (!chat) return
  const steps: DemoStep[] = [
    ...messageSteps(tx, chat.id, stream, place),
    ...homeworkSteps(tx, { userStreamId, chatId: chat.id }, stream, place),
  ]
  for (const step of steps.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) await step.take()
}

function reporter(tx: Db, userStreamId: number, { userId, timezone, now, startsOn }: Place & { startsOn: string }) {
  /** Eight in the morning of the day's date, in seconds, or earlier if that is still to come. */
  const morningOf = (day: StructureDay) => {
    const midnight = startOfDay(addDays(startsOn, day.opensAfterDays), timezone)
    return Math.max(midnight, Math.min(midnight + 8 * hourMs, now - 30 * minuteMs)) / 1000
  }
  const reportOf = (what: string, id: number, day: StructureDay, at: number) => ({
    userStreamId,
    key: `demo-${what}-${id}`,
    dayId: day.id,
    occurredAtSeconds: at,
  })
  const view = (day: StructureDay, at: number, lesson: StructureDay['lessons'][number], seconds: number) =>
    insertLessonView(tx, {
      ...reportOf('view', lesson.id, day, at),
      lessonSetLessonId: lesson.id,
      viewedSeconds: seconds,
      playCount: 1,
      positionSeconds: seconds,
      dayStatusId: null,
      filmId: lesson.filmIds[0] ?? null,
      filmSeconds: `{[0,${seconds})}`,
    })
  return {
    async started(day: StructureDay, { viewedLessons, viewedSeconds }: NonNullable<DemoStream['startedDay']>) {
      const at = morningOf(day)
      await insertDayStart(tx, { ...reportOf('start', day.id, day, at), selfieId: null })
      for (const lesson of day.lessons.slice(0, viewedLessons)) await view(day, at + 60, lesson, viewedSeconds)
    },
    async finished(day: StructureDay) {
      const at = morningOf(day)
      const award = { userId, score: day.score, source: `stream:${userStreamId}:day:${day.id}` }
      await insertDayStart(tx, { ...reportOf('start', day.id, day, at), selfieId: null })
      for (const lesson of day.lessons) await view(day, at + 60, lesson, 60)
      await insertDayFinish(tx, { ...reportOf('finish', day.id, day, at + 900), ...award })
    },
  }
}

/** Passes the homework of every stage whose days are all done. */
async function passStages(tx: Db, userStreamId: number, structure: CourseStructure, doneDayIds: ReadonlySet<number>) {
  const open = new Set(structure.days.filter(day => !day.dayOfRest && !doneDayIds.has(day.id)).map(day => day.stageId))
  for (const { id, stageId, dayId } of structure.homeworks)
    if (dayId === null && !open.has(stageId)) await insertPassedHomework(tx, userStreamId, id)
}
