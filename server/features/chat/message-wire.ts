import type { MessageWire } from '#shared/features/chat/contract.ts'
import { textIn } from '#server/features/courses/course-text.ts'
import { mediaFileWire } from '#server/features/media/wire.ts'
import type { MessageRow } from './message-row.ts'

/** Who reads a message, and when (ms): texts are in their language, addresses of files open for hours, and the key is only of their own. */
export type Reader = { userId: number; language: string; now: number }

/** A message as the wire has it. */
export function messageWire(row: MessageRow, reader: Reader): MessageWire {
  return {
    id: row.id,
    dialog_id: row.chatId,
    number: row.number,
    user_id: row.authorId,
    kind: row.kind,
    message: row.text,
    client_key: row.authorId === reader.userId ? row.clientKey : null,
    is_viewed: row.isViewed,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    edited_at: row.editedAt,
    employee: row.isExpert ? { id: row.authorId, name: row.authorName ?? '', isExpert: true, file: null } : null,
    files: row.files.map(file => mediaFileWire(file, reader.now)),
    comments: row.comments.map(({ mediaId, seconds, text }) => ({ file_id: mediaId, seconds, message: text })),
    rating: row.rating,
    homework: homeworkWire(row.homework, reader.language),
  }
}

function homeworkWire(homework: MessageRow['homework'], language: string): MessageWire['homework'] {
  if (!homework) return null
  return {
    status_id: homework.statusId,
    homework_id: homework.homeworkId,
    title: textIn(homework.titles, 'title', language, homework.languages),
    attempt_id: homework.attemptId,
    attempt_number: homework.attemptNumber,
    verdict: homework.verdict,
    points: homework.points,
  }
}
