import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { DateText } from '#shared/platform/schemas.ts'

const Days = Type.Integer({ minimum: 1, maximum: 7 })
const Count = Type.Integer({ minimum: 0 })

const WeekGoal = Type.Object({
  /** On how many days a week the learner wants to learn; null without a goal. */
  days: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 7 }),
  week: Type.Object({
    needed: Type.Integer({
      minimum: 0,
      maximum: 7,
      description: 'How many days it takes this week: fewer than the goal where fewer have anything to do',
    }),
    done: Type.Integer({ minimum: 0, maximum: 7 }),
    /** From Monday to Sunday, on the learner’s own calendar. */
    days: Type.Array(
      Type.Object({
        date: DateText,
        is_active: Type.Boolean(),
        is_free: Type.Boolean({ description: 'A day of rest, of a pause, or without anything to do' }),
      }),
    ),
  }),
  run: { ...Count, description: 'Weeks kept one after the other, this one too once it is kept' },
  best: { ...Count, description: 'The longest run so far' },
  is_new_start: Type.Boolean({ description: 'Whether there was a run, and a new one begins with this week' }),
})
export type WeekGoalWire = Static<typeof WeekGoal>

const Activity = Type.Object({
  from: { ...DateText, description: 'A Monday: the first day of the twelve weeks that `days` tells of' },
  days: Type.Array(
    Type.Object({
      date: DateText,
      seconds: { ...Count, description: 'How long lessons were watched; 0 where something else was learned' },
    }),
    { description: 'The days on which something was learned, in order, on the learner’s own calendar' },
  ),
  active_days: { ...Count, description: 'On how many days something was learned since the beginning' },
})

export const goals = contract({
  refusals: {},
  calls: {
    'GET /week-goal': {
      access: 'learner',
      summary: 'The learner’s goal of days a week, how this week goes, and the run of weeks kept',
      answer: WeekGoal,
    },
    'GET /activity': {
      access: 'learner',
      summary: 'On which days of the last twelve weeks the learner learned, and for how long',
      answer: Activity,
    },
    'PUT /week-goal': {
      access: 'learner',
      summary:
        'Sets the goal from this week on, or ends it with null; past weeks keep theirs. Repeating it changes nothing',
      body: Type.Object({ days: Type.Union([Days, Type.Null()]) }),
      answer: WeekGoal,
    },
  },
})
