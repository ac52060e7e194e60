import { run } from '../../platform/database/statement.ts'

/** Marks a stream's homework as passed, once. */
export const insertPassedHomework = run<[userStreamId: number, homeworkId: number]>(
  'insert-passed-homework',
  `insert into user_homeworks (user_stream_id, homework_id, status) values ($1, $2, 'DONE')
   on conflict (user_stream_id, homework_id) do nothing`,
)
