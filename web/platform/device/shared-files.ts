import { sharedCache } from '#kit/request/personal-caches.ts'

/** What another app has shared into this one; it stays on the device until the learner says where it goes. */
export type Shared = {
  files: File[]
  /** The device had no room for what was shared. */
  hasNoRoom: boolean
}

type Listed = { at: number; files: { name: string; type: string }[]; hasNoRoom: boolean }

const list = '/share/list'
const placeOf = (index: number) => `/share/${index}`

/** How long what was shared waits for the learner, in ms. */
const keptFor = 86_400_000

/** Keeps what was shared in place of what was shared before; the list comes last, so that half of it is nothing. */
export async function keepShared(files: readonly File[], now: number): Promise<void> {
  const write = async (kept: readonly File[], hasNoRoom: boolean) => {
    await forgetShared()
    const cache = await caches.open(sharedCache)
    for (const [index, file] of kept.entries()) await cache.put(placeOf(index), new Response(file))
    const listed: Listed = { at: now, files: kept.map(({ name, type }) => ({ name, type })), hasNoRoom }
    await cache.put(list, new Response(JSON.stringify(listed)))
  }
  await write(files, false).catch(() => write([], true))
}

/** The list of what was shared within the last day; what was shared before is forgotten. */
async function listAt(now: number): Promise<Listed | undefined> {
  const answer = await caches.match(list, { cacheName: sharedCache })
  if (!answer) return undefined
  const listed = (await answer.json()) as Listed
  if (now - listed.at <= keptFor) return listed
  await forgetShared()
  return undefined
}

/** Forgets what was shared more than a day before `now` (ms); never throws. */
export async function forgetOldShared(now: number): Promise<void> {
  await listAt(now).catch(() => {})
}

/** What was shared within the last day, without a file where nothing of it arrived; undefined when nothing waits. */
export async function readShared(now: number): Promise<Shared | undefined> {
  const waiting = await listAt(now)
  if (!waiting) return undefined
  const { files: listed, hasNoRoom } = waiting
  const cache = await caches.open(sharedCache)
  const found = await Promise.all(
    listed.map(async ({ name, type }, index) => {
      const bytes = await (await cache.match(placeOf(index)))?.blob()
      return bytes ? [new File([bytes], name, { type })] : []
    }),
  )
  return { files: found.flat(), hasNoRoom }
}

/** Forgets what was shared: it has its place now, or nobody wants it. */
export async function forgetShared(): Promise<void> {
  await caches.delete(sharedCache)
}
