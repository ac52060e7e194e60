import { filesRefusal, ownFilesJson } from '#server/features/chat/message.ts'
import type { UploadedRow } from '#server/features/media/media-item.ts'
import { type Db, one } from '#server/platform/database/statement.ts'
import type { Actor } from '#server/platform/http/routes.ts'
import type { SupportContext } from './context.ts'

const findAnswerFiles = one<
  [id: number, brandId: string, staffId: number, fileIds: readonly number[]],
  { isVisitor: boolean; files: UploadedRow[] }
>(
  'find-support-answer-files',
  `select r.user_id is null as "isVisitor", ${ownFilesJson('$4::bigint[]', '$3')} as files
   from support_requests r where r.id = $1 and r.brand_id = $2`,
)

/** The files of an answer, the author's own and received, in their order; refuses others, and any to a visitor. */
export async function answerFiles(
  { db, user, params, refuse }: SupportContext<'POST /studio/support-requests/:id/messages'>,
  fileIds: readonly number[],
): Promise<UploadedRow[]> {
  if (fileIds.length === 0) return []
  const found = await findAnswerFiles(db, params.id, user.brandId, user.userId, fileIds)
  if (!found) return refuse('not_found')
  const code = found.isVisitor ? 'files_need_account' : filesRefusal(fileIds, found.files)
  return code ? refuse(code, { fields: ['file_ids'] }) : found.files
}

const findSeenAnswerFile = one<
  [mediaId: number, userId: number, brandId: string, isSupport: boolean],
  { isSeen: boolean }
>(
  'find-seen-answer-file',
  `select exists (
     select from support_message_files f
       join support_messages m on m.id = f.message_id
       join support_requests r on r.id = m.request_id
      where f.media_id = $1 and (r.user_id = $2 or (r.brand_id = $3 and $4::boolean))
   ) as "isSeen"`,
)

/** Whether a file is in an answer to the person, or in one of the desk where they work. */
export async function maySeeAnswerFile(db: Db, { userId, role, brandId }: Actor, mediaId: number): Promise<boolean> {
  const isSupport = role === 'support' || role === 'admin'
  return (await findSeenAnswerFile(db, mediaId, userId, brandId, isSupport))?.isSeen ?? false
}
