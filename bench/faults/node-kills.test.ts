import { expect, test } from 'vitest'
import { rounds } from '#server/app/testing/rounds.ts'
import { startTwoNodes } from '#server/app/testing/two-nodes.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Balancer } from './balancer.ts'
import { LearnerAtWork } from './learner-at-work.ts'

const kills = rounds({ few: 2, all: 20 })
const learners = 10
/** A page is told of what is written after a kill within this time, in ms. */
const goal = 5000

test(
  'one of two nodes is killed again and again under load: nothing is lost or doubled, and pages go on within five seconds [REL-01][REL-03]',
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
    await expect.poll(() => people.every(({ isListening }) => isListening), { timeout: 10_000 }).toBe(true)

    const over = new AbortController()
    const working = Promise.all(people.map(one => one.work(over.signal)))
    const delays: number[] = []
    const killOne = async (index: 0 | 1) => {
      const before = people.map(({ losses }) => losses)
      const killedAt = performance.now()
      school.nodes[index].process.kill('SIGKILL')
      const back = await Promise.all(people.map(one => one.continuesAfter(killedAt)))
      const wasOn = people.filter(({ losses }, at) => losses > (before[at] ?? 0))
      expect(wasOn.length, 'pages that were on the node').toBeGreaterThan(0)
      delays.push(...back.map(at => at - killedAt))
      await school.restart(index)
      balancer.servers = school.nodes.map(node => node.url)
      await new Promise(resolve => setTimeout(resolve, Math.random() * 1000))
    }
    for (let kill = 0; kill < kills; kill += 1)
      await Promise.race([
        killOne(kill % 2 === 0 ? 0 : 1),
        working.then(() => Promise.reject(new Error('Nobody works'))),
      ])
    over.abort()
    await working

    const slowest = Math.round(Math.max(...delays))
    const usual = Math.round(delays.toSorted((one, other) => one - other)[delays.length >> 1] ?? 0)
    const written = people.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
    await annotate(`${kills} kills, ${written} messages: pages go on after ${usual} ms, the last after ${slowest} ms`)
    expect(slowest).toBeLessThanOrEqual(goal)
    const kept = await storedOf(school.database)
    for (const { learner, acknowledged, heard, seconds, resets } of people) {
      expect(acknowledged.length).toBeGreaterThan(kills)
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(acknowledged.length)
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
