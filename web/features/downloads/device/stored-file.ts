import type { DownloadFileWire, DownloadItemWire } from '#shared/features/downloads/contract.ts'

/** pending: waits its turn, or is paused. */
type DownloadStatus = 'pending' | 'loading' | 'loaded' | 'fail'

/**
 * space: the device is full; budget: more than the learner allows; refused: the school does not hand it out; broken: what
 * arrives is not what the school measured; gone: the browser has removed it; device: the device would not read or write;
 * missing: the school does not find the file, or was not ready in time.
 */
export type DownloadFailure = 'space' | 'budget' | 'refused' | 'broken' | 'gone' | 'device' | 'missing'

/** One file on this device, or on its way to it. */
export type StoredFile = {
  /** The person and the address: see fileKey. */
  key: string
  userId: number
  /** The media item. */
  id: number
  url: string
  /** Where it lies in the browser's private file system. */
  path: string
  /** What the player asks for: our own address, which the service worker answers. */
  localUrl: string
  status: DownloadStatus
  failure?: DownloadFailure
  /** 10 when it failed for want of space. */
  code?: number
  /** What was pressed for it: see wordOf. */
  request: string
  streamId: number
  courseTitle: string
  title: string
  kind: DownloadItemWire['kind']
  purpose: DownloadFileWire['purpose']
  dayIds: readonly number[]
  lessonIds: readonly number[]
  bytes: number
  hashes: readonly string[]
  /** How many ranges, from the first, are here and were checked. */
  done: number
  /** Ranges among them that turned out to be damaged. */
  damaged: readonly number[]
  isPaused: boolean
  /** Fetched by itself, so never over a metered network. */
  isAutomatic: boolean
  /** The order in which they are fetched, in ms. */
  addedAt: number
  /** When all of it was last compared with its hashes, in ms. */
  checkedAt: number
}

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
