import type { StoredFile } from './records.ts'

/** Where a file is wanted: a stream of the person's, with what it is there. A film may be in several. */
export type Place = Pick<
  StoredFile,
  'request' | 'streamId' | 'courseTitle' | 'title' | 'dayIds' | 'lessonIds' | 'isAutomatic'
>

/** A record with all the places it is wanted in: the first is in the record itself, the others are beside it. */
export type FileRecord = StoredFile & { also?: readonly Place[] }

const placeOf = ({ request, streamId, courseTitle, title, dayIds, lessonIds, isAutomatic }: Place): Place => {
  return { request, streamId, courseTitle, title, dayIds, lessonIds, isAutomatic }
}

const placesOf = ({ also = [], ...first }: FileRecord): Place[] => [placeOf(first), ...also]

/** The record with these places; undefined when there are none. */
function recordIn({ also: _also, ...file }: FileRecord, [first, ...also]: readonly Place[]): FileRecord | undefined {
  return first && { ...file, ...first, ...(also.length > 0 && { also }) }
}

/** A file as each of its streams has it, the one that wanted it first at the front. */
export function inEachPlace(record: FileRecord): StoredFile[] {
  const { also: _also, ...file } = record
  return placesOf(record).map(place => ({ ...file, ...place }))
}

/** A file as the device has it: it comes by itself only where nobody pressed for it anywhere. */
export function asFetched(record: FileRecord): StoredFile {
  return { ...record, isAutomatic: placesOf(record).every(place => place.isAutomatic) }
}

/** The record, wanted in a place as well; the place it has in the same stream is replaced by what `join` makes of both. */
export function withPlace(record: FileRecord, place: Place, join: (known: Place) => Place): FileRecord {
  const places = placesOf(record)
  const isKnown = places.some(({ streamId }) => streamId === place.streamId)
  const all = places.map(one => (one.streamId === place.streamId ? join(one) : one))
  return recordIn(record, (isKnown ? all : [...all, place]).map(placeOf)) ?? record
}

/** What is left of a record once a stream does not want it any more; undefined when no other does. */
export function withoutPlace(record: FileRecord, streamId: number): FileRecord | undefined {
  return recordIn(
    record,
    placesOf(record).filter(place => place.streamId !== streamId),
  )
}
