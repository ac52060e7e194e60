import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertService } from '#server/features/billing/shop/service-queries.ts'
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts'

let nodes: TwoNodes
beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

test('a price that changes is on the public page of every node within five seconds, and a hidden service on none [PUB-03]', async () => {
  const { database } = nodes
  const { rows } = await database.query<{ id: number; key: string }>({ text: 'select id, key from courses limit 1' })
  const [{ id: courseId, key } = { id: 0, key: '' }] = rows
  const texts = { en: { title: 'A good course', description: '' } }
  const terms = {
    brandId: 'kurso',
    type: 'course_buy' as const,
    texts,
    prices: { EUR: 4900 },
    courseId,
    accessDays: 30,
  }
  const id = (await insertService(database, { service: JSON.stringify(terms) }))?.id ?? 0
  const read = (url: string) => fetch(`${url}/explore/en/${key}`, { headers: { accept: 'text/html' } })
  const pages = () => Promise.all(nodes.nodes.map(async ({ url }) => (await read(url)).text()))
  const everywhere = async (text: string) => (await pages()).every(page => page.includes(text))
  await expect.poll(() => everywhere('€49'), { timeout: 10_000, interval: 50 }).toBe(true)
  // Remembered on both.
  await pages()
  await database.query({ text: 'update service_prices set amount = 5500 where service_id = $1', values: [id] })
  const from = performance.now()
  await expect.poll(() => everywhere('€55'), { timeout: 5000, interval: 20 }).toBe(true)
  expect(performance.now() - from).toBeLessThan(5000)
  await database.query({ text: 'update services set is_hidden = true where id = $1', values: [id] })
  const statuses = async () => (await Promise.all(nodes.nodes.map(({ url }) => read(url)))).map(({ status }) => status)
  await expect.poll(statuses, { timeout: 5000, interval: 20 }).toEqual([404, 404])
}, 90_000)
