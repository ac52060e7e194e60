import type { DownloadFileWire, DownloadItemWire, LeaseWire } from './contract.ts'

/** The bytes of a range that is fetched, checked and kept at once. */
export const rangeBytes = 8 * 1024 * 1024

/** The code of a download that failed because the device is full. */
export const storageFull = 10

/** How far a device's clock may be put back before it counts as set back, in ms. */
const clockTolerance = 10 * 60_000

export type Quality = 'full' | 'small' | 'sound'
export const qualities: readonly Quality[] = ['full', 'small', 'sound']

type SignedLease = Omit<LeaseWire, 'signature' | 'key'>

/** The text that a lease's signature is of. */
export function leaseText(lease: SignedLease): string {
  return [lease.user_id, lease.stream_id, lease.files.join(','), lease.until, lease.server_time].join('.')
}

/** The clock of a device: now, the highest time it has shown, and when it received the lease; all in ms. */
type DeviceClock = { now: number; highest: number; receivedAt: number }

/** Whether a clock shows an earlier time than it has shown before. */
export function isSetBack({ now, highest }: Pick<DeviceClock, 'now' | 'highest'>): boolean {
  return now < highest - clockTolerance
}

/**
 * Whether a lease holds. Only the time since it was received counts, so that a device whose clock has always been wrong may
 * play; one whose clock was set back may not.
 */
export function isLeaseGood(
  { until, server_time }: Pick<LeaseWire, 'until' | 'server_time'>,
  clock: DeviceClock,
): boolean {
  if (isSetBack(clock)) return false
  const passed = Math.max(0, Math.max(clock.now, clock.highest) - clock.receivedAt)
  return server_time * 1000 + passed < until * 1000
}

/** First and last byte of the range `index` of a file. */
export function rangeAt(index: number, bytes: number): { first: number; last: number } {
  return { first: index * rangeBytes, last: Math.min((index + 1) * rangeBytes, bytes) - 1 }
}

/** How many ranges a file has; an empty file has none. */
export function rangeCount(bytes: number): number {
  return Math.ceil(bytes / rangeBytes)
}

/** The film in the wanted quality, or the nearest that there is. */
function filmOf(files: readonly DownloadFileWire[], quality: Quality): DownloadFileWire | undefined {
  const wanted: readonly Quality[] =
    quality === 'sound' ? ['sound', 'small', 'full'] : quality === 'small' ? ['small', 'full'] : ['full']
  return wanted.flatMap(purpose => files.find(file => file.purpose === purpose) ?? [])[0]
}

/** What is downloaded of an item in a quality: the film once, and all that belongs to it. */
export function chosenFiles({ files }: Pick<DownloadItemWire, 'files'>, quality: Quality): DownloadFileWire[] {
  const film = filmOf(files, quality)
  return [...(film ? [film] : []), ...files.filter(({ purpose }) => purpose === 'beside')]
}

/** The bytes of items in a quality; an address that several have counts once. */
export function bytesOf(items: readonly Pick<DownloadItemWire, 'files'>[], quality: Quality): number {
  const files = items.flatMap(item => chosenFiles(item, quality))
  const sizes = new Map(files.map(({ url, bytes }) => [url, bytes]))
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** The first `count` open days that are not finished. */
export function nextDays<Day extends { is_finished: boolean }>(days: readonly Day[], count: number): Day[] {
  return days.filter(day => !day.is_finished).slice(0, count)
}
