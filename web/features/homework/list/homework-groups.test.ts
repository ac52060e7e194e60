import { expect, test } from 'vitest'
import type { HomeworkTask, UserHomework } from '#shared/features/homework/forms.ts'
import { homeworkGroups, homeworkOfStream } from './homework-groups.ts'

const task = (id: number, courseId = 1) => ({ id, courseId, targetType: 'course_stage_homework' }) as HomeworkTask
const status = (homeworkId: number, more: Partial<UserHomework> = {}) =>
  ({ id: homeworkId + 50, homeworkId, status: 'NOT_UPLOADED', attemptsCount: 0, ...more }) as UserHomework
const made = { now: 5000, random: () => 0.25 }
const stream = { id: 9, courseId: 1 }
const idsOf = (statuses: UserHomework[]) =>
  homeworkOfStream(stream, [task(3), task(1), task(2), task(8, 2)], statuses, made).map(({ task: { id } }) => id)

test('a stream lists its course’s homework in the course’s order [HWK-10]', () => {
  expect(idsOf([status(1), status(2), status(3)])).toEqual([3, 1, 2])
})

test('a closed stage hides its homework, except what was handed in [HWK-08]', () => {
  const closed = { isLocked: true, lockReason: 'stage' } as const
  expect(idsOf([status(1, closed), status(2), status(3)])).toEqual([3, 2])
  expect(idsOf([status(1, { ...closed, attemptsCount: 1 }), status(2, closed), status(3, closed)])).toEqual([1])
  expect(idsOf([status(1, { isLocked: true, lockReason: 'demo' }), status(2), status(3)])).toEqual([3, 2, 1])
})

test('what was sent back comes before everything else, and its course before other courses', () => {
  expect(idsOf([status(1), status(2, { status: 'FAIL' }), status(3)])).toEqual([2, 3, 1])
  const group = (id: number, more: Partial<UserHomework>, isOpen = true) => ({
    stream: { id, status: isOpen ? ('open' as const) : ('ended' as const) },
    items: [{ task: task(1), status: status(1, more) }],
  })
  const sorted = homeworkGroups([group(1, {}), group(2, { status: 'FAIL' }), group(3, { status: 'FAIL' }, false)])
  expect(sorted.map(({ stream }) => stream.id)).toEqual([2, 1, 3])
})

test('while a stream’s statuses are not known here each homework has a placeholder [HWK-02]', () => {
  const [first] = homeworkOfStream(stream, [task(2)], undefined, made)
  expect(first?.status).toMatchObject({ id: 1250, homeworkId: 2, streamId: 9, status: 'NOT_UPLOADED', createdAt: 5000 })
  expect(first?.status.isPlaceholder).toBe(true)
  expect(homeworkOfStream(stream, [task(1), task(2)], [status(1)], made)).toHaveLength(1)
})

test('streams that can be used come first, those without homework are left out, approved ones are counted [HWK-10]', () => {
  const items = [
    { task: task(1), status: status(1, { status: 'DONE' }) },
    { task: task(2), status: status(2) },
  ]
  const groups = homeworkGroups([
    { stream: { id: 1, status: 'ended' as const }, items },
    { stream: { id: 2, status: 'open' as const }, items: [] },
    { stream: { id: 3, status: 'open' as const }, items },
  ])
  expect(groups.map(group => [group.stream.id, group.approved])).toEqual([
    [3, 1],
    [1, 1],
  ])
})
