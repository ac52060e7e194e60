import type { statusExpansions } from '#shared/features/streams/contract.ts'

const expand: readonly (typeof statusExpansions)[number][] = [
  'days',
  'homeworks',
  'stages',
  'lessons',
  'current_training_stage_id',
  'current_training_day',
]

/** What the calendar and a day ask of a stream's status, in one read for both. */
export const statusAsked = (id: number) => ({ params: { id }, expand })
