import { feature as brands } from '#server/features/brands/feature.ts'
import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { asStored, liveParts } from '#server/platform/live/live-parts.ts'
import { support } from '#shared/features/support/contract.ts'
import { maySeeAnswerFile } from './answer-files.ts'
import { sendAnswer, sendQuestion } from './letters.ts'
import { supportRoutes } from './routes.ts'

// Questions of a visitor belong to whoever has proven that e-mail; until then they may be somebody else's.
const askedAsVisitor = (request: string) => `(${request}.brand_id, ${request}.email) in (
  select brand_id, lower(email) from users where id = $1 and is_email_validated)`
const ownRequests = `select r.id from support_requests r where r.user_id = $1 or ${askedAsVisitor('r')}`

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
      where: `t.request_id in (${ownRequests}) or t.author_id = $1`,
    },
    support_message_files: {
      where: `t.message_id in (select m.id from support_messages m where m.request_id in (${ownRequests}) or m.author_id = $1)`,
    },
  },
  subscribe({ database, of }) {
    const { mayWatch } = of(media)
    mayWatch(async (actor, { id, isPrivate }) => isPrivate && (await maySeeAnswerFile(database, actor, id)))
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
