import { run } from '#server/platform/database/statement.ts'

export type Times = { starts: number; ends: number; padStarts: number; padEnds: number }
/** SQL: the range of a wanted time, and with its buffers. */
export const ranges = {
  during: `tstzrange(to_timestamp($starts::float8), to_timestamp($ends::float8))`,
  pad: `tstzrange(to_timestamp($padStarts::float8), to_timestamp($padEnds::float8))`,
}

/** Who books, with whom, and which consultation it is where there is one already. */
type Lapsing = { userId: number; expertIds: readonly number[]; nowSeconds: number; except: number | null }

/**
 * SQL: lets go of holds that are over of these people, where they are in the way of the wanted time (with its buffers), and of what
 * else this learner has begun to book and not gone to pay for. Others wait on, for payments are heard of late. Whoever books the same
 * people waits from here on: writes that exclude each other would otherwise wait in a circle.
 */
const lapsing = (wantedPad: string) => `with turn as (
     select id from users where id = $userId or id = any($expertIds::bigint[]) order by id for no key update
   )
   update video_consultations set status = 'lapsed', hold_until = null, updated_at = to_timestamp($nowSeconds::float8)
   where (select count(*) from turn) > 0 and status = 'held' and id is distinct from $except::bigint
     and (user_id = $userId and service_id is null
       or (user_id = $userId or expert_id = any($expertIds::bigint[]))
         and hold_until <= to_timestamp($nowSeconds::float8) and pad && ${wantedPad})`

/** Makes way for a hold. */
export const lapseHolds = run<Lapsing & Pick<Times, 'padStarts' | 'padEnds'>>('lapse-video-holds', lapsing(ranges.pad))

/** SQL: the buffered time of the consultation `v`, were it to start at `$startsAt` (Unix seconds). */
export const movedPad = `tstzrange(to_timestamp($startsAt::float8) - (lower(v.during) - lower(v.pad)),
  to_timestamp($startsAt::float8) + (upper(v.pad) - lower(v.during)))`

/** Makes way for the move of a booking. */
export const lapseForMove = run<Lapsing & { except: number; startsAt: number }>(
  'lapse-video-holds-for-move',
  lapsing(`(select ${movedPad} from video_consultations v where v.id = $except)`),
)
