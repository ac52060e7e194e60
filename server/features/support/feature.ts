import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { sendAnswer, sendQuestion } from './letters.ts'
import { supportLive } from './live.ts'
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
  live: () => supportLive,
  personalTables: {
    support_requests: { where: `t.user_id = $1 or ${askedAsVisitor('t')}` },
    support_messages: {
      where: `t.request_id in (select r.id from support_requests r where r.user_id = $1 or ${askedAsVisitor('r')})
        or t.author_id = $1`,
    },
  },
})
