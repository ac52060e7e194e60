import { type HomeworkTask, placeholderStatus, type UserHomework } from '#shared/features/homework/forms.ts'
import { isAvailable } from '#shared/features/homework/rules.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { isAccessible } from '#shared/features/streams/rules.ts'

export type ListedHomework = { task: HomeworkTask; status: UserHomework }
export type HomeworkGroup<Stream> = { stream: Stream; items: ListedHomework[]; approved: number }

/** Whether a homework is on the list: one of a closed stage is not, unless something of it was handed in. */
function isListed({ status, lockReason, attemptsCount }: UserHomework): boolean {
  return isAvailable(lockReason) || attemptsCount > 0 || status !== 'NOT_UPLOADED'
}

/**
 * The homework of one stream in the course's order, without that of closed stages. While the stream's statuses
 * are not known on this device each has a placeholder; `now` in ms, `random` from 0 up to 1.
 */
export function homeworkOfStream(
  stream: Pick<UserStream, 'id' | 'courseId'>,
  tasks: readonly HomeworkTask[],
  statuses: readonly UserHomework[] | undefined,
  { now, random }: { now: number; random: () => number },
): ListedHomework[] {
  const known = new Map(statuses?.map(status => [status.homeworkId, status]))
  return tasks
    .filter(task => task.courseId === stream.courseId)
    .flatMap(task => {
      const status = statuses ? known.get(task.id) : placeholderStatus(task, stream.id, now, random())
      return status && isListed(status) ? [{ task, status }] : []
    })
}

/** The streams that have homework to show, those that can be used today first. */
export function homeworkGroups<Stream extends Pick<UserStream, 'status'>>(
  groups: readonly { stream: Stream; items: ListedHomework[] }[],
): HomeworkGroup<Stream>[] {
  const rank = ({ stream }: { stream: Stream }) => (isAccessible(stream.status) ? 0 : 1)
  return groups
    .filter(({ items }) => items.length > 0)
    .map(group => ({ ...group, approved: group.items.filter(({ status }) => status.status === 'DONE').length }))
    .sort((a, b) => rank(a) - rank(b))
}
