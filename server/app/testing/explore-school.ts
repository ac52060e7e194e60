import { insertCourse } from './course-fixture.ts'
import { startTestApp } from './test-app.ts'
import { insertService, type NewService } from '#server/features/billing/shop/service-queries.ts'

type Service = Partial<Omit<NewService, 'texts'>> & { title?: string }

/** A school with a course of two stages that is sold, and a way to read its public pages as a browser does. */
export async function openExplore(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(options)
  const run = (text: string, values: unknown[] = []) => app.db.query<Record<string, unknown>>({ text, values })
  await run(
    `insert into payment_accounts (brand_id, provider, keys) values ('kurso', 'sandbox', ''), ('mind', 'sandbox', '')`,
  )
  const add = async (alias: string, brandId = 'kurso') => {
    const { id } = await insertCourse(app.db, {
      brandId,
      stages: [{ days: [{}, {}] }, { days: [{}, { isRest: true }] }],
    })
    await run('update courses set alias = $2 where id = $1', [id, alias])
    await run('insert into course_aliases select brand_id, alias, key from courses where id = $1', [id])
    return id
  }
  const sell = async (courseId: number, { title = 'The whole course', ...fields }: Service = {}) => {
    const texts = { en: { title, description: 'All of it' }, ru: { title: 'Весь курс', description: 'Целиком' } }
    const service = {
      brandId: 'kurso',
      type: 'course_buy',
      prices: { EUR: 4990, JPY: 8000 },
      accessDays: 60,
      texts,
      courseId,
      ...fields,
    }
    return (await insertService(app.db, { service: JSON.stringify(service) }))?.id ?? 0
  }
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.server.inject({ method, url, headers: { host: 'localhost', accept: 'text/html', ...headers } })
  return { app, run, add, sell, get, statusOf: async (url: string) => (await get(url)).statusCode }
}

/** The data for search engines in a page. */
export const dataIn = (page: string): Record<string, unknown>[] =>
  [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  )
