import { type HomeworkTask, placeholderStatus, type UserHomework } from '#shared/features/homework/forms.ts'
import { isAvailable } from '#shared/features/homework/rules.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { isAccessible } from '#shared/features/streams/choice-rules.ts'

export type ListedHomework = { task: HomeworkTask; status: UserHomework }
export type HomeworkGroup<Stream> = { stream: Stream; items: ListedHomework[]; approved: number }

/** Whether a homework is listed: one of a closed stage only if something was handed in for it. */
function isListed({ status, lockReason, attemptsCount }: UserHomework): boolean {
  return isAvailable(lockReason) || attemptsCount > 0 || status !== 'NOT_UPLOADED'
}

/** What needs the learner comes first: sent back, then open or done, and locked last. */
function rankOf({ status: { status, isLocked } }: ListedHomework): number {
  if (isLocked) return 2
  return status === 'FAIL' ? 0 : 1
}

/**
 * The listed homework of one stream, sent back first and locked last, else in the course's order. While `statuses` are
 * unknown each one gets a placeholder, made with `now` (ms) and `random` (0 to 1).
 */
export function homeworkOfStream(
  stream: Pick<UserStream, 'id' | 'courseId'>,
  tasks: readonly HomeworkTask[],
  statuses: readonly UserHomework[] | undefined,
  { now, random }: { now: number; random: () => number },
): ListedHomework[] {
  const known = new Map(statuses?.map(status => [status.homeworkId, status]))
  const listed = tasks
    .filter(task => task.courseId === stream.courseId)
    .flatMap(task => {
      const status = statuses ? known.get(task.id) : placeholderStatus(task, stream.id, now, random())
      return status && isListed(status) ? [{ task, status }] : []
    })
  return listed.sort((one, other) => rankOf(one) - rankOf(other))
}

/** The streams with homework to show: those where some was sent back first, then other accessible ones. */
export function homeworkGroups<Stream extends Pick<UserStream, 'status'>>(
  groups: readonly { stream: Stream; items: ListedHomework[] }[],
): HomeworkGroup<Stream>[] {
  const rank = ({ stream, items }: { stream: Stream; items: ListedHomework[] }) => {
    if (!isAccessible(stream.status)) return 2
    return items.some(item => rankOf(item) === 0) ? 0 : 1
  }
  return groups
    .filter(({ items }) => items.length > 0)
    .map(group => ({ ...group, approved: group.items.filter(({ status }) => status.status === 'DONE').length }))
    .sort((a, b) => rank(a) - rank(b))
}
