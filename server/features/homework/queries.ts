import { one, run } from '#server/platform/database/statement.ts'
import type { HomeworkState } from '#shared/features/homework/rules.ts'
import { type MessageRow, messageJson } from '#server/features/chat/message-row.ts'
import { titlesIn } from '#server/features/courses/course-text.ts'
import type { Texts } from '#server/features/courses/course-tree.ts'

/** A part of a larger statement: tells the learner's room that one of their homeworks changed. */
export const publishHomework = (chatId: string, statusId: string) =>
  `publish_event('chat:' || ${chatId}, 'homework', json_build_object('status_id', ${statusId})::jsonb)`

/** Marks a stream's homework as passed, once. */
export const insertPassedHomework = run<[userStreamId: number, homeworkId: number]>(
  'insert-passed-homework',
  `insert into user_homeworks (user_stream_id, homework_id, status) values ($1, $2, 'DONE')
   on conflict (user_stream_id, homework_id) do update set status = 'DONE'`,
)

/** The status of a stream's homework that the course knows by `key`. */
export const findHomeworkByKey = one<
  [userStreamId: number, key: string],
  { statusId: number; homeworkId: number; status: HomeworkState }
>(
  'find-homework-by-key',
  `select uh.id as "statusId", uh.homework_id as "homeworkId", uh.status
   from user_homeworks uh join course_homeworks ch on ch.id = uh.homework_id
   where uh.user_stream_id = $1 and ch.key = $2`,
)

/**
 * Records an attempt whose message stands in the chat, and moves its homework on. Answers nothing when the homework no
 * longer has the status, or the attempt to be replaced was answered, taken or replaced meanwhile.
 */
export const recordHandIn = one<
  [
    statusId: number,
    expectedStatus: HomeworkState,
    replacesId: number | null,
    messageId: number,
    lessonSetLessonId: number | null,
    nowSeconds: number,
    dueAtSeconds: number,
    heldSinceSeconds: number,
    chatId: number,
  ],
  { attemptId: number; attemptNumber: number; message: MessageRow; titles: Texts; languages: string[] }
>(
  'record-hand-in',
  `with replaced as (
     update homework_attempts set replaced_at = to_timestamp($6::float8)
     where id = $3::bigint and user_homework_id = $1 and verdict is null and replaced_at is null
       and (claimed_by is null or active_at <= to_timestamp($8::float8))
     returning id
   ), moved as (
     update user_homeworks uh set status = 'UPLOADED', updated_at = to_timestamp($6::float8)
     from course_homeworks ch join courses hc on hc.id = ch.course_id
     where uh.id = $1 and uh.status = $2 and ch.id = uh.homework_id
       and ($3::bigint is null or exists (select from replaced))
     returning uh.id, ch.texts, hc.languages
   ), added as (
     insert into homework_attempts (user_homework_id, number, message_id, lesson_set_lesson_id, submitted_at, due_at)
     select moved.id, (select coalesce(max(t.number), 0) + 1 from homework_attempts t where t.user_homework_id = $1),
       $4, $5, to_timestamp($6::float8), to_timestamp($7::float8)
     from moved
     returning id, number
   )
   select added.id as "attemptId", added.number as "attemptNumber", ${titlesIn('moved.texts')} as titles, moved.languages,
     (select ${messageJson('m')} from chat_messages m where m.id = $4) as message, ${publishHomework('$9::bigint', '$1::bigint')}
   from added, moved`,
)
