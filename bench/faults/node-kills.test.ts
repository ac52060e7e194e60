import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { rounds } from '#server/app/testing/rounds.ts'
import { startTwoNodes } from '#server/app/testing/two-nodes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Balancer } from './balancer.ts'
import { percentile } from '../percentile.ts'
import { LearnerAtWork } from './learner-at-work.ts'

const allKills = 20
const kills = rounds({ few: 2, all: allKills })
const learners = 10
/** On a quiet machine a page is told of what is written after a kill within this time, in ms. */
const goal = 5000

test(
  'one of two nodes is killed again and again under load: nothing is lost or doubled, and pages go on [REL-01][REL-03]',
  async ({ annotate, onTestFinished }) => {
    const school = await startTwoNodes()
    onTestFinished(() => school.stop())
    const balancer = new Balancer(school.nodes.map(({ url }) => url))
    const url = await balancer.open()
    onTestFinished(() => balancer.close())
    const people: LearnerAtWork[] = []
    for (let index = 0; index < learners; index += 1)
      people.push(new LearnerAtWork(school, url, await school.addLearner(`learner${index}`)))
    onTestFinished(() => {
      for (const one of people) one.close()
    })
    await expect.poll(() => people.every(({ isListening }) => isListening)).toBe(true)

    const over = new AbortController()
    onTestFinished(() => over.abort())
    const working = Promise.all(people.map(one => one.work(over.signal)))
    const delays: number[] = []
    const killOne = async (index: 0 | 1) => {
      const before = people.map(({ losses }) => losses)
      const killedAt = performance.now()
      school.nodes[index].process.kill('SIGKILL')
      const back = await Promise.all(people.map(one => one.continuesAfter(killedAt)))
      const ofThose = back.filter((_, at) => (people[at]?.losses ?? 0) > (before[at] ?? 0)).map(at => at - killedAt)
      expect(ofThose.length, 'pages that were on the node').toBeGreaterThan(0)
      delays.push(...ofThose)
      await school.restart(index)
      balancer.servers = school.nodes.map(node => node.url)
      await pause(Math.random() * 1000)
    }
    const idle = working.then(() => Promise.reject(new Error('The learners stopped before the kills were over')))
    for (let kill = 0; kill < kills; kill += 1) await Promise.race([killOne(kill % 2 === 0 ? 0 : 1), idle])
    idle.catch(() => undefined)
    over.abort()
    await working

    const written = people.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
    const [usual, slowest] = [percentile(delays, 0.5), Math.max(...delays)].map(Math.round)
    await annotate(`${kills} kills, ${written} messages: pages go on after ${usual} ms, the last after ${slowest} ms`)
    // Beside other tests a machine is slower than that.
    if (kills === allKills) expect(slowest).toBeLessThanOrEqual(goal)
    const kept = await storedOf(school.database)
    for (const { learner, acknowledged, heard, seconds, resets } of people) {
      expect(acknowledged.length).toBeGreaterThan(kills)
      await expect.poll(() => heard.length).toBeGreaterThanOrEqual(acknowledged.length)
      expect({ heard, resets }).toEqual({ heard: acknowledged, resets: 0 })
      expect(kept.get(learner.chatId)).toEqual({ messages: acknowledged, seconds })
    }
  },
  60_000 + kills * 30_000,
)

/** The messages of each chat in their order, and the seconds that its learner has watched. */
async function storedOf(database: Database) {
  const { rows } = await database.query<{ chatId: number; messages: string[]; seconds: number }>({
    text: `select c.id as "chatId", array(select text from chat_messages m where m.chat_id = c.id order by number) as messages,
        (select sum(viewed_seconds)::int from lesson_statistics l where l.user_stream_id = c.user_stream_id) as seconds
      from chats c`,
  })
  return new Map(rows.map(({ chatId, ...stored }) => [chatId, stored]))
}
