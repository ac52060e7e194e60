import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Id, nullable } from '#shared/platform/schemas.ts'

const count = Type.Integer({ minimum: 0 })
const UserIds = Type.Array(Id, { maxItems: 1000 })

/** Who answers in which course. A course that names nobody is open to every expert of the school. */
const Teaching = Type.Object({
  experts: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      is_active: Type.Boolean({ description: 'False for who is named, but is blocked or has another role now' }),
    }),
  ),
  courses: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String(),
      expert_ids: Type.Array(Id),
      waiting: count,
      holding: Type.Array(
        Type.Object({
          user_id: Id,
          reviews: Type.Integer({ description: 'Submissions that this person has open' }),
          chats: Type.Integer({ description: 'Chats that this person is responsible for' }),
        }),
      ),
    }),
  ),
})
export type TeachingWire = Static<typeof Teaching>

const Seconds = nullable(Type.Number({ description: 'Seconds; null when nothing was answered' }))

/** How much one person has to answer, and how fast they were in the last 30 days. */
const Load = Type.Object({
  id: Id,
  name: Type.String(),
  waiting: Type.Integer({ description: 'Submissions that wait in the courses where this person answers' }),
  overdue: Type.Integer({ description: 'Of these, those whose time is up' }),
  held: Type.Integer({ description: 'Submissions that this person has open' }),
  reviewed_7: count,
  reviewed_30: count,
  late_30: Type.Integer({ description: 'Answered after their time was up' }),
  median: Seconds,
  p90: Seconds,
  courses: Type.Array(Type.Object({ id: Id, title: Type.String(), waiting: count, overdue: count })),
})
export type LoadWire = Static<typeof Load>

/** Who answers where, who has how much, and how fast they are. */
export const workload = contract({
  refusals: {
    experts_changed: {
      status: 409,
      text: {
        en: 'Somebody else has changed the experts of this course meanwhile. Look at them again.',
        ru: 'Экспертов курса тем временем изменил кто-то другой. Посмотрите ещё раз.',
        es: 'Mientras tanto, otra persona ha cambiado los expertos de este curso. Vuelve a mirarlos.',
      },
    },
    no_expert: {
      status: 422,
      text: {
        en: 'This person is not an expert of your school',
        ru: 'Этот человек — не эксперт вашей школы',
        es: 'Esta persona no es experto de tu escuela',
      },
    },
  },
  calls: {
    'GET /studio/teaching': {
      access: 'admin',
      summary: 'The courses of the school with those who are named as their experts, and what these have to do',
      answer: Teaching,
    },
    'PUT /studio/courses/:id/experts': {
      access: 'admin',
      summary: 'Names the experts of a course; nobody opens it to all. Refused if they are not those that were seen',
      body: Type.Object({ user_ids: UserIds, seen_ids: UserIds }),
      answer: Type.Object({}),
      refusals: ['experts_changed', 'no_expert'],
    },
    'GET /studio/workload': {
      access: 'admin',
      summary: 'What each expert has to answer, and how fast they were',
      answer: Type.Array(Load),
    },
  },
})
