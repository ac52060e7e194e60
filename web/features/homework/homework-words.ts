import type { Copy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import type { Tone } from '#kit/ui/Badge.tsx'
import type { IconName } from '#kit/ui/Icon.tsx'
import type { UserHomework } from '#shared/features/homework/forms.ts'
import { addDays, localDate } from '#shared/platform/times.ts'
import type { HandInState } from './hand-in/hand-ins.ts'

export type Mark = { text: string; tone: Tone; icon: IconName }

/** By when an answer may be expected, in the learner's own time: 'by 18:40 tomorrow'. `dueAt` and `now` in ms. */
export function dueWords(t: Copy, dueAt: number, now: number, timeZone: string): string {
  const today = localDate(now, timeZone)
  const day = localDate(dueAt, timeZone)
  const when = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : 'later'
  const time = formatTime(dueAt, t.language, timeZone)
  return t('homework.due', { when, time, date: formatDate(dueAt, t.language, 'short', timeZone) })
}

/** When something happened, in the learner's own time. `at` in ms. */
export function momentWords(t: Copy, at: number, timeZone: string): string {
  const date = formatDate(at, t.language, 'short', timeZone)
  return t('homework.moment', { date, time: formatTime(at, t.language, timeZone) })
}

const tones: Record<UserHomework['status'], Pick<Mark, 'tone' | 'icon'>> = {
  NOT_UPLOADED: { tone: 'neutral', icon: 'homework' },
  UPLOADED: { tone: 'accent', icon: 'clock' },
  DONE: { tone: 'success', icon: 'check' },
  FAIL: { tone: 'warning', icon: 'refresh' },
}

/** Where the learner is with a homework, as a mark says it; what waits on the device comes first. */
export function homeworkMark(
  t: Copy,
  { status, isLocked, lockReason }: Pick<UserHomework, 'status' | 'isLocked' | 'lockReason'>,
  { points = 0, handIn }: { points?: number; handIn?: HandInState } = {},
): Mark {
  if (handIn === 'waiting') return { text: t('homework.state.waiting'), tone: 'accent', icon: 'send' }
  if (handIn === 'refused') return { text: t('homework.state.refused'), tone: 'warning', icon: 'alert' }
  const text = t(`homework.state.${status}`, { points })
  // What was approved stays so, whatever became of the course since.
  if (isLocked && status !== 'DONE') {
    return { text: t(`homework.lock.${lockReason ?? 'stream'}`), tone: 'neutral', icon: 'lock' }
  }
  return { text, ...tones[status] }
}
