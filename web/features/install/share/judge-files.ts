import { typeOfFile } from '#kit/features/media/uploads/file-kind.ts'
import { uploadLimit } from '#kit/features/media/upload-text.ts'
import { mostFiles } from '#shared/features/chat/rules.ts'

/** A file that was shared; `refusal` is the code of why it cannot be sent. */
export type JudgedFile = { file: File; refusal?: 'not_photo_or_video' | 'file_too_large' | 'unreadable' | 'too_many' }

/** Says of each file that was shared whether it can be sent: a photo or a video by its bytes, not too large, not too many. */
export async function judgeFiles(files: readonly File[], limit = uploadLimit()): Promise<JudgedFile[]> {
  const judged = await Promise.all(files.map(file => judge(file, limit)))
  let taken = 0
  return judged.map(one => (one.refusal || ++taken <= mostFiles ? one : { ...one, refusal: 'too_many' }))
}

async function judge(file: File, limit: number): Promise<JudgedFile> {
  const type = await typeOfFile(file).catch(() => null)
  if (type === null) return { file, refusal: 'unreadable' }
  if (type === undefined) return { file, refusal: 'not_photo_or_video' }
  return file.size > limit ? { file, refusal: 'file_too_large' } : { file }
}
