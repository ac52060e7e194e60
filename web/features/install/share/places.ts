import { draftFrom as chatDraftFrom } from '#kit/features/chat/composer/drafts.ts'
import { startUpload } from '#kit/features/media/uploads/uploading.ts'
import { keepDraft, keptDraft } from '#kit/form/draft.ts'
import { mostFiles } from '#shared/features/chat/rules.ts'
import type { Chat } from '#shared/features/chat/forms.ts'
import { mayMove } from '#shared/features/homework/rules.ts'
import { draftFrom as homeworkDraftFrom, mostUploads } from '#web/features/homework/hand-in/draft.ts'
import type { ListedHomework } from '#web/features/homework/list/homework-groups.ts'
import { pathTo } from '#web/platform/addresses.ts'

/** Where what was shared may go: into the answer or the message that is being written there. */
export type Place = {
  key: string
  title: string
  path: string
  /** How many files fit beside those that are chosen there already. */
  room: () => number
  add: (uploads: readonly string[]) => void
}

const device = 'device'

/** Whether files can be handed in now: it is open, nobody waits for an answer, and it is answered with more than text. */
export function takesFiles({ task, status }: ListedHomework): boolean {
  return (
    !status.isPlaceholder && !status.isLocked && mayMove(status.status, 'UPLOADED') && task.answerWith !== 'message'
  )
}

export function homeworkPlace({ task, status }: ListedHomework): Place {
  const subject = `homework ${status.id}`
  const read = () => homeworkDraftFrom(keptDraft(subject, device))
  return {
    key: subject,
    title: task.title,
    path: pathTo('homework', { streamId: status.streamId, homeworkId: task.id }),
    room: () => mostUploads(task) - read().uploads.length,
    add: uploads => keepDraft(subject, device, { ...read(), uploads: [...read().uploads, ...uploads] }),
  }
}

export function chatPlace({ id, title }: Pick<Chat, 'id' | 'title'>): Place {
  const subject = `chat ${id}`
  const read = () => chatDraftFrom(keptDraft(subject, device))
  return {
    key: subject,
    title,
    path: pathTo('chat', { chatId: id }),
    room: () => mostFiles - read().uploads.length,
    add: uploads => keepDraft(subject, device, { ...read(), uploads: [...read().uploads, ...uploads] }),
  }
}

/** Stores the files on the device, begins to send them and puts them into the place. Returns those that found no room. */
export async function putInto(place: Place, files: readonly File[]): Promise<File[]> {
  const room = Math.max(0, place.room())
  place.add(await Promise.all(files.slice(0, room).map(file => startUpload(file))))
  return files.slice(room)
}
