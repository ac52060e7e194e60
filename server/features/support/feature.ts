import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { asStored, liveParts } from '#server/platform/live/live-parts.ts'
import { support } from '#shared/features/support/contract.ts'
import { sendAnswer, sendQuestion } from './letters.ts'
import { supportRoutes } from './routes.ts'

// Questions of a visitor belong to whoever has proven that e-mail; until then they may be somebody else's.
const askedAsVisitor = (request: string) => `(${request}.brand_id, ${request}.email) in (
  select brand_id, lower(email) from users where id = $1 and is_email_validated)`

export const feature = serverFeature({
  name: 'support',
  routes: ({ of, jobs }) => supportRoutes({ ...of(brands), jobs }),
  jobs(parts) {
    const all = { ...parts, ...parts.of(brands) }
    return {
      'send-support-letter': { work: data => sendQuestion(all, data) },
      'send-support-answer': { work: data => sendAnswer(all, data) },
    }
  },
  personalTables: {
    support_requests: { where: `t.user_id = $1 or ${askedAsVisitor('t')}` },
    support_messages: {
      where: `t.request_id in (select r.id from support_requests r where r.user_id = $1 or ${askedAsVisitor('r')})
        or t.author_id = $1`,
    },
  },
  /** The desk is open to those who answer; whoever asked hears in their own room. */
  live: () =>
    liveParts(support, {
      rooms: {
        support: (_db, { role, brandId }, ids) =>
          role === 'support' || role === 'admin' ? ids.filter(id => id === brandId) : [],
      },
      present: { support: asStored },
    }),
})
