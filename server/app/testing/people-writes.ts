import type { Trial } from './cohort-writes.ts'
import { turnFactorOn } from './second-factor.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

type Given = { app: () => TestApp; admin: () => TestClient }

const personOf =
  (app: () => TestApp) =>
  async (who = {}) => ({ params: { id: (await app().signIn(who)).userId } })

/** Those about how people come in. */
function invitationWrites({ app, admin }: Given): Record<string, Trial> {
  const person = personOf(app)
  const newPerson = async (email: string) =>
    (await admin().call('POST /studio/users', { body: { first_name: 'Guest', email, role: 'expert' } })).data.id
  return {
    'POST /studio/users': {
      by: admin,
      make: () => ({ body: { first_name: 'New', email: 'new@example.com', role: 'learner' } }),
      logs: ['user.add'],
    },
    'POST /studio/users/:id/invite': { by: admin, make: person, logs: ['user.invite'] },
    'POST /studio/invitation-links': {
      by: admin,
      make: async () => ({ body: { user_ids: [await newPerson('lee@example.com')] } }),
      logs: ['user.hand_link'],
    },
    'POST /studio/users/:id/withdraw': {
      by: admin,
      make: async () => ({ params: { id: await newPerson('guest@example.com') } }),
      logs: ['user.withdraw'],
    },
  }
}

/** The writes of administrators about accounts. */
export function peopleWrites({ app, admin }: Given): Record<string, Trial> {
  const person = personOf(app)
  return {
    ...invitationWrites({ app, admin }),
    'PATCH /studio/users/:id': {
      by: admin,
      make: async () => ({ ...(await person()), body: { first_name: 'Other' } }),
      logs: ['user.change'],
    },
    'POST /studio/users/:id/block': {
      by: admin,
      make: async () => ({ ...(await person()), body: { reason: 'Spam' } }),
      logs: ['user.block'],
    },
    'POST /studio/users/:id/unblock': {
      by: admin,
      async make() {
        const blocked = await person()
        await admin().call('POST /studio/users/:id/block', { ...blocked, body: { reason: 'Spam' } })
        return blocked
      },
      logs: ['user.unblock'],
    },
    'POST /studio/users/:id/end-sessions': { by: admin, make: person, logs: ['user.signout'] },
    'POST /studio/users/:id/turn-off-second-factor': {
      by: admin,
      async make() {
        const client = await app().signIn({ role: 'expert' })
        await turnFactorOn(client, app().clock.now)
        return { params: { id: client.userId } }
      },
      logs: ['second_factor.off'],
    },
    'POST /studio/users/:id/sign-in-as': { by: admin, make: person, logs: ['user.impersonate'] },
    'POST /studio/users/:id/erase': {
      by: admin,
      async make() {
        const email = 'gone@example.com'
        return { ...(await person({ email })), body: { confirm: email } }
      },
      logs: ['user.erase'],
    },
  }
}
