import { markViewed } from '#server/features/chat/queries.ts'
import type { CourseStructure } from '#server/features/courses/course-structure.ts'
import { writeSubmission } from '#server/features/homework/hand-in.ts'
import { findHomeworkByKey } from '#server/features/homework/queries.ts'
import { writeVerdict } from '#server/features/homework/verdict.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { keptText } from '#shared/features/chat/rules.ts'
import type { DemoStep } from './demo-chat.ts'
import type { DemoStream } from './demo-school-file.ts'

type Place = {
  userId: number
  userIds: ReadonlyMap<string, number>
  brandId: string
  structure: CourseStructure
  now: number
}
type Chat = { userStreamId: number; chatId: number }
type HandIn = NonNullable<DemoStream['handIns']>[number]

const hourMs = 3_600_000

/** The submissions of a demo stream and their verdicts. */
export function homeworkSteps(tx: Db, chat: Chat, { handIns = [] }: DemoStream, place: Place): DemoStep[] {
  return handIns.flatMap(handIn => {
    let attempt: { id: number; statusId: number } | undefined
    const submitted: DemoStep = {
      hoursAgo: handIn.hoursAgo,
      async take() {
        attempt = await submit(tx, chat, handIn, place)
      },
    }
    const { verdict } = handIn
    if (!verdict) return [submitted]
    const answered: DemoStep = {
      hoursAgo: verdict.hoursAgo,
      async take() {
        if (attempt) await answer(tx, chat.chatId, attempt, { ...verdict, homework: handIn.homework }, place)
      },
    }
    return [submitted, answered]
  })
}

async function submit(tx: Db, { userStreamId, chatId }: Chat, handIn: HandIn, { userId, structure, now }: Place) {
  const known = await findHomeworkByKey(tx, userStreamId, handIn.homework)
  if (!known) return undefined
  const { dayNumber, lesson = 0 } = handIn.exercise ?? {}
  const day = structure.days.find(one => one.dayNumber === dayNumber)
  const submission = {
    userId,
    text: keptText(handIn.text),
    fileIds: [],
    exerciseId: day?.lessons[lesson - 1]?.id ?? null,
    clientKey: `demo-${handIn.homework}`,
    replacesId: null,
    now: now - handIn.hoursAgo * hourMs,
  }
  const written = await writeSubmission(tx, chatId, known, submission)
  return written === 'known key' ? undefined : { id: written.attemptId, statusId: known.statusId }
}

async function answer(
  tx: Db,
  chatId: number,
  attempt: { id: number; statusId: number },
  { by, hoursAgo, verdict, text, isSeen, homework }: NonNullable<HandIn['verdict']> & { homework: string },
  { userIds, brandId, now }: Place,
) {
  const userId = userIds.get(by)
  if (userId === undefined) return
  const at = now - hoursAgo * hourMs
  const words = { verdict, message: text, points: 0, comments: [], clientKey: `demo-${homework}`, now: at }
  const given = await writeVerdict(
    tx,
    { userId, brandId },
    { id: attempt.id, chat_id: chatId, status_id: attempt.statusId },
    words,
  )
  if (typeof given === 'string' || !isSeen) return
  await markViewed(tx, given.messageId, chatId, 'learner')
}
