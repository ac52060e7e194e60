import { alertStaff } from './alerts/alert-staff.ts'
import { tellAnnouncements } from './bell/tell-announcements.ts'
import { brandsWithClubs } from '#server/features/clubs/club-school.ts'
import { tellArticles } from './bell/tell-articles.ts'
import { tellDays } from './bell/tell-days.ts'
import { tellMentions } from './bell/tell-mentions.ts'
import { tellPoints } from './bell/tell-points.ts'
import { type DeliveryParts, deliverDue } from './deliver.ts'
import { sendDigests } from './letters/digests.ts'
import { tellUnseen } from './notify.ts'
import { deleteOldNotices } from './push-queries.ts'
import { remindDue } from './remind.ts'

/** How often each runs, in ms. */
const paces = {
  reminders: 5000,
  messages: 30_000,
  points: 30_000,
  articles: 30_000,
  announcements: 3000,
  mentions: 30_000,
  days: 30_000,
  digests: 30_000,
  alerts: 60_000,
  deliveries: 3000,
  tidying: 3_600_000,
}
const keptSeconds = 90 * 86_400

/** Notifies people who have no page open. */
export type Notices = {
  /** Does everything that is due now, and what follows from it. */
  sweep(): Promise<void>
  /** Sweeps regularly until stopped. */
  start(): void
  /** Stops, waiting for running work. */
  stop(): Promise<void>
}

/**
 * Reminders, unseen messages, points, articles, announcements, mentions, days of courses, digests, alerts of staff and their delivery;
 * any number of nodes may run it at once.
 */
export function openNotices(parts: DeliveryParts): Notices {
  const { database, clock, log, brands } = parts
  const works = {
    reminders: () => all(() => remindDue(database, clock())),
    messages: () => all(() => database.inTransaction(tx => tellUnseen(tx, clock()))),
    points: () => all(() => database.inTransaction(tx => tellPoints(tx, clock()))),
    days: () => all(() => tellDays(database, clock())),
    articles: () => database.inTransaction(tx => tellArticles(tx, clock(), brandsWithClubs(brands))),
    announcements: () => all(() => tellAnnouncements(database, clock())),
    mentions: () => all(() => database.inTransaction(tx => tellMentions(tx, clock()))),
    digests: () => all(() => sendDigests(database, clock())),
    alerts: async () => void (await alertStaff(database, clock())),
    deliveries: () => all(() => deliverDue(parts)),
    tidying: async () => void (await deleteOldNotices(database, clock() / 1000 - keptSeconds)),
  }
  const timers: NodeJS.Timeout[] = []
  const running = new Map<string, Promise<void>>()
  const late = new Set<string>()
  let isStopped = false

  async function all(work: () => Promise<boolean>) {
    while (!isStopped && (await work()));
  }
  function begin(name: keyof typeof works) {
    if (running.has(name)) return
    const work = works[name]()
      .then(() => void late.delete(name))
      .catch((error: unknown) => {
        // Logged once until it works again: without a database every sweep fails.
        if (!late.has(name)) log.warn({ err: error, work: name }, 'Notices are late')
        late.add(name)
      })
      .finally(() => running.delete(name))
    running.set(name, work)
  }
  return {
    async sweep() {
      for (const work of Object.values(works)) await work()
    },
    start() {
      for (const name of Object.keys(works) as (keyof typeof works)[])
        timers.push(setInterval(begin, paces[name], name).unref())
    },
    async stop() {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
