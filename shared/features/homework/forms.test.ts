import { expect, test } from 'vitest'
import type { MessageWire } from '#shared/features/chat/contract.ts'
import type { AttemptWire, HomeworkWire, UserHomeworkWire } from './contract.ts'
import { attemptFromWire, homeworkFromWire, placeholderStatus, statusIdOf, userHomeworkFromWire } from './forms.ts'

const homework: HomeworkWire = {
  id: 7,
  homework_id: 7,
  course_id: 2,
  stage_id: 3,
  stage_day_id: null,
  target_type: 'course_stage_homework',
  title: 'A diary',
  text: 'Write *three* sentences',
  is_required: 1,
  isDemoAccessible: true,
  answer_with: 'any',
  is_selfie_required: false,
  created_at: 1_700_000_000,
  updated_at: 1_700_000_009,
  scores: [{ amount: 30 }, { amount: 20 }],
}

const status: UserHomeworkWire = {
  id: 51,
  target_id: 7,
  target_type: 'course_stage_homework',
  stream_id: 4,
  homework_id: 7,
  status: 'UPLOADED',
  is_locked: false,
  lock_reason: null,
  attempts_count: 1,
  due_at: 1_700_086_400,
  created_at: 1_700_000_000,
  updated_at: 1_700_000_001,
}

const message: MessageWire = {
  id: 90,
  dialog_id: 12,
  number: 5,
  user_id: 1,
  kind: 'submission',
  message: 'Look',
  client_key: null,
  is_viewed: false,
  created_at: 1_700_000_000,
  updated_at: 1_700_000_000,
  edited_at: null,
  employee: null,
  files: [],
  comments: [],
  rating: null,
  homework: null,
}

test('a homework has its id, times in ms and what it accepts; it is required above 0 and its scores add up [HWK-01]', () => {
  expect(homeworkFromWire(homework)).toMatchObject({
    id: 7,
    homeworkId: 7,
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_009_000,
    courseId: 2,
    stageDayId: undefined,
    isRequired: true,
    isDemoAccessible: true,
    answerWith: 'any',
    points: 50,
  })
  expect(homeworkFromWire({ ...homework, is_required: 0, scores: undefined })).toMatchObject({
    isRequired: false,
    points: 0,
  })
})

test('a status comes in milliseconds, with its target and its lock [HWK-01] [HWK-02]', () => {
  expect(userHomeworkFromWire(status)).toEqual({
    id: 51,
    targetId: 7,
    targetType: 'course_stage_homework',
    streamId: 4,
    homeworkId: 7,
    status: 'UPLOADED',
    isLocked: false,
    lockReason: undefined,
    attemptsCount: 1,
    dueAt: 1_700_086_400_000,
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_001_000,
    points: undefined,
    isPlaceholder: false,
  })
  expect(userHomeworkFromWire({ ...status, scores: [{ amount: 40 }] }).points).toBe(40)
  const locked = userHomeworkFromWire({ ...status, is_locked: true, lock_reason: 'demo', due_at: null })
  expect(locked).toMatchObject({ isLocked: true, lockReason: 'demo', dueAt: undefined })
})

test('a placeholder has an id from 1000 to 1999 and is not sent [HWK-02]', () => {
  const at = (random: number) => placeholderStatus(homeworkFromWire(homework), 4, 1000, random)
  expect(at(0)).toMatchObject({
    id: 1000,
    status: 'NOT_UPLOADED',
    isLocked: false,
    targetId: 7,
    streamId: 4,
    createdAt: 1000,
  })
  expect([at(0.5).id, at(0.99999).id]).toEqual([1500, 1999])
})

test('nothing is handed in without its status id or under a made-up one [HWK-13] [ERR-07]', () => {
  expect(statusIdOf(userHomeworkFromWire(status))).toBe(51)
  const missing = 'UserHomeworkStatusId must be set'
  expect(() => statusIdOf(undefined)).toThrow(missing)
  expect(() => statusIdOf({ id: 0, isPlaceholder: false })).toThrow(missing)
  expect(() => statusIdOf(placeholderStatus(homeworkFromWire(homework), 4, 1000, 0.3))).toThrow(missing)
})

test('remarks of an answer follow the files that were handed in and then their moments', () => {
  const files = [{ id: 31 }, { id: 30 }, { id: 32 }] as MessageWire['files']
  const comment = (file_id: number, seconds: number) => ({ file_id, seconds, message: `${file_id} at ${seconds}` })
  const wire: AttemptWire = {
    id: 5,
    number: 2,
    submitted_at: 1_700_000_000,
    due_at: 1_700_086_400,
    exercise: { id: 8, title: 'Breathe' },
    is_replaced: false,
    is_in_review: false,
    verdict: 'FAIL',
    points: 0,
    criteria: [{ key: 'back', text: 'The back is straight', is_met: true }],
    reviewed_at: 1_700_003_600,
    submission: { ...message, files },
    answer: {
      ...message,
      kind: 'verdict',
      employee: { id: 3, name: 'Elena', isExpert: true, file: null },
      comments: [comment(32, 1), comment(30, 4), comment(31, 42), comment(31, 7.5)],
    },
  }
  const attempt = attemptFromWire(wire)
  expect(attempt.answer?.comments.map(one => one.text)).toEqual(['31 at 7.5', '31 at 42', '30 at 4', '32 at 1'])
  expect(attempt).toMatchObject({
    dueAt: 1_700_086_400_000,
    reviewedAt: 1_700_003_600_000,
    verdict: 'FAIL',
    exercise: { title: 'Breathe' },
    criteria: [{ key: 'back', text: 'The back is straight', isMet: true }],
  })
  expect(attempt.answer?.comments[0]?.at).toBe(7500)
  expect(attemptFromWire({ ...wire, exercise: null, verdict: null, answer: null, reviewed_at: null })).toMatchObject({
    exercise: undefined,
    verdict: undefined,
    answer: undefined,
    reviewedAt: undefined,
  })
})
