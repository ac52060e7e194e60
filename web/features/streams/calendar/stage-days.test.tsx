import { QueryClientProvider } from '@tanstack/react-query'
import { loadCopy } from 'virtual:copy/web'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { Day, Stage } from '#shared/features/courses/forms.ts'
import type { DayStatus, StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import '#web/features/homework/screens.ts'
import '#web/features/progress/screens.ts'
import '../screens.ts'
import { StageDays } from './StageDays.tsx'

const messages = await loadCopy('en')

const day = (id: number, change: Partial<Day> = {}) =>
  ({
    id,
    dayNumber: id,
    title: `Title ${id}`,
    dayOfRest: false,
    finishTotalTime: 0,
    scores: [],
    dayHomeworkIds: [],
    ...change,
  }) as unknown as Day
const state = (dayId: number, shown: DayStatus['state'], lockReason?: DayStatus['lockReason']) =>
  [
    dayId,
    { dayId, state: shown, lockReason, isLocked: lockReason !== undefined, opensOn: '2026-01-01' } as DayStatus,
  ] as const
const homework = (target_id: number, status: 'UPLOADED' | 'FAIL') => ({
  id: target_id,
  target_id,
  status,
  is_locked: false,
})

const stage = {
  id: 5,
  title: 'First week',
  dayIds: [1, 2, 3, 4, 5],
  days: [day(1), day(2, { dayHomeworkIds: [70] }), day(3), day(4, { dayOfRest: true }), day(5)],
  stageHomeworks: [{ id: 71, homeworkId: 71, title: 'Film it' }],
} as unknown as Stage
const status = {
  streamId: 9,
  days: new Map([
    state(1, 'done'),
    state(2, 'current'),
    state(3, 'open'),
    state(4, 'rest'),
    state(5, 'locked', 'homework'),
  ]),
  homeworks: [homework(70, 'FAIL'), homework(71, 'UPLOADED')],
} as unknown as StreamStatusRecord
const stream = { id: 9, courseId: 2, status: 'open', isDemo: false } as UserStream

function shown(kept: string): string {
  vi.stubGlobal('localStorage', { getItem: () => kept })
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={createQueryClient()}>
        <Router ssrPath="/course/9/calendar">
          <StageDays stage={stage} number={1} stream={stream} status={status} nextDayId={2} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

/** The words of each item, in order. */
const wordsOf = (markup: string) =>
  markup
    .split('<li')
    .slice(1)
    .map(item =>
      item
        .replace(/^[^>]*>/, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )

test('a stage shows each day with its state, how many are done, and how far the homework of its days and its own is [STR-10]', () => {
  const page = shown('')
  expect(page).toContain('1 of 4 days done')
  expect(wordsOf(page)).toEqual([
    'Day 1 Title 1 Done',
    'Day 2 Title 2 You are here Homework sent back',
    '3 Day 3 Title 3 Open',
    'Day 4 Title 4 Rest day',
    'Day 5 Title 5 Opens when your homework is approved',
    'Film it Homework under review Open homework',
  ])
  expect(page).toContain('href="/homework/9/71"')
})

test('before a stage there is room for the banners of its days where they stood before [STR-10]', () => {
  expect(shown('calendar beforeStage 1')).toContain('style="min-height:8rem"')
  expect(shown('calendar beforeStage 6')).not.toContain('min-height')
})
