import type { LocalDate } from '#shared/platform/times.ts'
import { type DayState, type Hold, isWatched } from './rules.ts'

type HomeworkStatus = 'NOT_UPLOADED' | 'UPLOADED' | 'DONE' | 'FAIL'
type HomeworkOf = { id: number; status: HomeworkStatus }

/** One thing that a day still needs before it is done; what it is about by its id, lengths in seconds. */
export type Lack =
  | { kind: 'stream' | 'demo' | 'start' | 'finish' }
  | { kind: 'date'; opensOn: LocalDate }
  | { kind: 'day'; dayId: number }
  | { kind: 'homework'; homeworkId: number; status: HomeworkStatus }
  | { kind: 'lesson'; lessonId: number; viewedSeconds: number; lengthSeconds: number }

type DayOfLearner = {
  state: DayState
  /** What holds it back besides its date, as heldBack says. */
  hold: Hold | undefined
  isStarted: boolean
  /** The lessons with a film, by their places in the day. */
  lessons: readonly { id: number; viewedSeconds: number; lengthSeconds: number }[]
  homeworks: readonly HomeworkOf[]
  /** The homework of a stage that must be passed before what follows it. */
  requiredOfStage: (stageId: number) => readonly HomeworkOf[]
}

const homeworkLack = ({ id, status }: HomeworkOf): Lack => ({ kind: 'homework', homeworkId: id, status })
const unpassed = (homeworks: readonly HomeworkOf[]) => homeworks.filter(({ status }) => status !== 'DONE')

/**
 * Why a day is not done, by the rules that open it for its learner: what keeps it locked; or once it is open, what of it is not
 * begun, not watched and not accepted, and that the learner has not finished it. Nothing for a day of rest or one that is done.
 */
export function dayLacks(day: DayOfLearner): Lack[] {
  const { state, hold, isStarted } = day
  if (state.state === 'done' || state.state === 'rest') return []
  if (state.reason === 'stream' || state.reason === 'demo') return [{ kind: state.reason }]
  if (state.isLocked) return [...dateOf(state), ...holdsOf(hold, day.requiredOfStage)]
  const unwatched = day.lessons.filter(lesson => !isWatched(lesson.viewedSeconds, lesson.lengthSeconds))
  return [
    ...(isStarted ? [] : [{ kind: 'start' } as const]),
    ...unwatched.map(({ id, ...seen }): Lack => ({ kind: 'lesson', lessonId: id, ...seen })),
    ...unpassed(day.homeworks).map(homeworkLack),
    ...(isStarted ? [{ kind: 'finish' } as const] : []),
  ]
}

const dateOf = ({ isOpenByTimeDelay, opensOn }: DayState): Lack[] =>
  isOpenByTimeDelay ? [] : [{ kind: 'date', opensOn }]

function holdsOf(hold: Hold | undefined, requiredOfStage: DayOfLearner['requiredOfStage']): Lack[] {
  if (!hold) return []
  if (hold.reason === 'previous_day') return [{ kind: 'day', dayId: hold.dayId }]
  return hold.stageIds.flatMap(stageId => unpassed(requiredOfStage(stageId)).map(homeworkLack))
}
