import type { streams, UserStreamWire } from '#shared/features/streams/contract.ts'
import { currentFreeze, freezeRefusal } from '#shared/features/streams/rules.ts'
import { userRoom } from '#shared/features/accounts/contract.ts'
import { isLocalDate, type LocalDate, msFromSeconds } from '#shared/platform/times.ts'
import type { Context } from '#server/platform/http/routes.ts'
import { cancelFreezes, insertFreezes, lockStream } from './freeze-queries.ts'
import { todayIn } from './local-days.ts'
import { findStream } from './queries.ts'
import { type Moment, streamToWire, termsOn } from './stream-wire.ts'

type Calls = (typeof streams)['calls']
type Creating = Context<
  'POST /user-course-streams/:streamId/freeze/create',
  Calls['POST /user-course-streams/:streamId/freeze/create']
>
type Canceling = Context<
  'POST /user-course-streams/:streamId/freeze/cancel',
  Calls['POST /user-course-streams/:streamId/freeze/cancel']
>

const fields = {
  freeze_start: ['start_date'],
  freeze_end: ['end_date'],
  freeze_too_long: ['end_date'],
  freeze_exists: undefined,
  freeze_closed: undefined,
} as const

/** Freezes a stream of the learner for at most the days that the school allows in all; the same dates again change nothing. */
export async function freezeStream(context: Creating, moment: Moment): Promise<UserStreamWire> {
  const { db, params, user, refuse, live } = context
  const asked = datesOf(context)
  const { today, timeZone, freezeDays } = moment
  const frozen = await db.inTransaction(async tx => {
    await lockStream(tx, params.streamId, user.userId)
    const row = await findStream(tx, params.streamId, user.userId, ['progress'])
    if (!row) return refuse('not_found')
    const known = currentFreeze(row.freezes, today)
    if (known?.startsOn === asked.startsOn && known.endsOn === asked.endsOn) return row
    const refusal = freezeRefusal(termsOn(row, today, timeZone), asked, { today, most: freezeDays })
    if (refusal) refuse(refusal, { fields: fields[refusal] })
    await insertFreezes(tx, [row.id], asked.startsOn, asked.endsOn)
    return (await findStream(tx, row.id, user.userId, ['progress'])) ?? refuse('not_found')
  })
  live.nudge(userRoom, user.userId)
  return streamToWire(frozen, moment)
}

function datesOf({ body, user, refuse }: Creating): { startsOn: LocalDate; endsOn: LocalDate } {
  const dateAt = (field: 'start_date' | 'end_date'): LocalDate => {
    const given = body[field]
    if (typeof given === 'number') return todayIn(user.timezone, msFromSeconds(given))
    return isLocalDate(given) ? given : refuse('invalid_input', { fields: [field] })
  }
  return { startsOn: dateAt('start_date'), endsOn: dateAt('end_date') }
}

/** Cancels the freeze of a stream that holds or is to come; days that were frozen before today stay so. */
export async function unfreezeStream(
  { db, params, user, refuse, live }: Omit<Canceling, 'body' | 'query'>,
  moment: Moment,
): Promise<UserStreamWire> {
  const canceled = await cancelFreezes(db, [params.streamId], [moment.today], user.userId)
  const row = await findStream(db, params.streamId, user.userId, ['progress'])
  if (!row) return refuse('not_found')
  if (canceled.length) live.nudge(userRoom, user.userId)
  // Another device may have cancelled it, or the answer to the first try was lost.
  else if (row.freezes.at(-1)?.status !== 2) refuse('not_frozen')
  return streamToWire(row, moment)
}
