import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { benchRows } from './rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const learner = { userId: 1, userStreamId: 1, courseId: 1, dayId: 1, setLessonId: 1, chatId: 1, messages: 10 }
const unknownToken = Buffer.alloc(32)

test.each(benchRows)('the limit of $name takes its values on the migrated schema', async ({ limit }) => {
  const values = limit
    .values({ ...learner, token: '' })
    .map(value => (value === 'RANDOM_NUMBER' || value === 'RANDOM_SERVICE' ? 1 : value))
  const answered = app.db.query({ text: limit.text, values: [...values, unknownToken] })
  await expect(answered).resolves.toBeDefined()
})
