import { postMessage } from '#server/features/chat/post-message.ts'
import { markViewed } from '#server/features/chat/queries.ts'
import type { Db } from '#server/platform/database/statement.ts'
import { keptText } from '#shared/features/chat/rules.ts'
import type { DemoStream } from './demo-school-file.ts'
import type { CourseStructure } from '#server/features/courses/course-structure.ts'
import { writeSubmission } from '#server/features/homework/hand-in.ts'
import { findHomeworkByKey } from '#server/features/homework/queries.ts'
import { writeVerdict } from '#server/features/homework/verdict.ts'

type Place = { userId: number; userIds: ReadonlyMap<string, number>; now: number }

/** Something that happened this many hours before the seeding. */
export type DemoStep = { hoursAgo: number; take(): Promise<void> }

const hourMs = 3_600_000

/** The messages in the chat of a demo stream, by its learner and the experts. */
export function messageSteps(tx: Db, chatId: number, { messages = [] }: DemoStream, place: Place): DemoStep[] {
  return messages.map(({ by, hoursAgo, text, isSeen }, index) => ({
    hoursAgo,
    async take() {
      const authorId = place.userIds.get(by)
      if (authorId === undefined) return
      const isExpert = authorId !== place.userId
      const said = { chatId, authorId, isExpert, kind: 'message', text: keptText(text) } as const
      const now = place.now - hoursAgo * hourMs
      const posted = await postMessage(tx, { ...said, clientKey: `demo-${index}`, now })
      if (posted && isSeen) await markViewed(tx, posted.id, chatId, isExpert ? 'learner' : 'expert')
    },
  }))
}

type HomeworkPlace = Place & { brandId: string; structure: CourseStructure }
type Chat = { userStreamId: number; chatId: number }
type HandIn = NonNullable<DemoStream['handIns']>[number]

/** The submissions of a demo stream and their verdicts. */
export function homeworkSteps(tx: Db, chat: Chat, { handIns = [] }: DemoStream, place: HomeworkPlace): DemoStep[] {
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

async function submit(
  tx: Db,
  { userStreamId, chatId }: Chat,
  handIn: HandIn,
  { userId, structure, now }: HomeworkPlace,
) {
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
  { userIds, brandId, now }: HomeworkPlace,
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
