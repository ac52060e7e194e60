import { randomUUID } from 'node:crypto'
import type { TestClient } from './test-client.ts'

/** A request of this learner to the school; its id. */
export async function askSchool(learner: TestClient, message = 'Where is my course?', name = 'Ann'): Promise<number> {
  const body = { support_category_id: 23, name, message }
  return (await learner.call('POST /tech-questions', { body, idempotencyKey: randomUUID() })).data.id
}
