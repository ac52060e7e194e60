import { type CourseFixture, type Enrolment, enrol, insertCourse } from './course-fixture.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** The chat of a learner's place in a stream. */
export async function chatOf(app: TestApp, userStreamId: number): Promise<number> {
  const { rows } = await app.db.query<{ id: number }>({
    text: 'select id from chats where user_stream_id = $1',
    values: [userStreamId],
  })
  return rows[0]?.id ?? 0
}

export type ChatPeople = {
  course: CourseFixture
  learner: TestClient
  expert: TestClient
  streamId: number
  chatId: number
}

/** A learner in a new course and an expert who answers there. */
export async function startChat(app: TestApp, terms: Enrolment = {}): Promise<ChatPeople> {
  const course = await insertCourse(app.db, { stages: [{ days: [{}, {}] }] })
  const learner = await app.signIn()
  const expert = await app.signIn({ role: 'expert' })
  const streamId = await enrol(app.db, course, learner.userId, terms)
  return { course, learner, expert, streamId, chatId: await chatOf(app, streamId) }
}

let keys = 0
export const newKey = () => `key-${++keys}`

/** Posts a message, under a new key by default. */
export const post = (client: TestClient, chatId: number, message: string, idempotencyKey = newKey()) =>
  client.call('POST /chats/:id/messages', { params: { id: chatId }, body: { message }, idempotencyKey })

/** A page of the chat's messages. */
export const read = (client: TestClient, chatId: number, query: Record<string, unknown> = {}) =>
  client.call('GET /chats/:id/messages', { params: { id: chatId }, query })

/** Marks a message as seen. */
export const view = (client: TestClient, chatId: number, messageId: number) =>
  client.call('PUT /chats/:id/messages/:messageId/viewed', {
    params: { id: chatId, messageId },
    body: { id: messageId, is_viewed: 1 },
  })

export type MediaPlan = Partial<{ status: string; type: number; isPrivate: boolean; name: string }>

/** Inserts an upload directly into the table; by default a ready photo. */
export async function insertUpload(app: TestApp, ownerId: number, plan: MediaPlan = {}): Promise<number> {
  const files = { large: 'l.jpg', medium: 'm.jpg', small: 's.jpg' }
  const { rows } = await app.db.query<{ id: number }>({
    text: `insert into media (key, type, name, mime, bytes, files, brand_id, owner_id, is_private, status)
      values (gen_random_uuid(), $1, $2, 'image/jpeg', 10, $3, 'kurso', $4, $5, $6) returning id`,
    values: [plan.type ?? 2, plan.name ?? 'photo.jpg', files, ownerId, plan.isPrivate ?? true, plan.status ?? 'DONE'],
  })
  return rows[0]?.id ?? 0
}

/** The stored events of a chat's room, in order. */
export async function eventsOf(app: TestApp, chatId: number) {
  const { rows } = await app.db.query<{ seq: number; type: string; data: Record<string, number> }>({
    text: 'select seq, type, data from live_events where room = $1 order by seq',
    values: [`chat:${chatId}`],
  })
  return rows
}

/** The audit log's entries about one thing, oldest first. */
export async function auditOf(app: TestApp, targetType: string, targetId: number) {
  const { rows } = await app.db.query<{ actor_id: number; action: string; detail: Record<string, unknown> }>({
    text: 'select actor_id, action, detail from audit_log where target_type = $1 and target_id = $2 order by id',
    values: [targetType, targetId],
  })
  return rows
}
