import { feature as brands } from '#server/features/brands/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { liveParts } from '#server/platform/live/live-parts.ts'
import { accounts } from '#shared/features/accounts/contract.ts'
import { writeAudit, noteActingAs } from './audit.ts'
import { sendEmailChanged } from './email-change.ts'
import { loadCodeKey } from './code-key.ts'
import { sendPasswordChanged } from './passwords/password-change.ts'
import { deleteExpired, listChangedSessions } from './queries.ts'
import { accountRoutes } from './routes.ts'
import { sendSecondFactorChanged } from './second-factor/letter.ts'
import { sessionKeeper } from './sessions/sessions.ts'
import { accountSettings } from './settings.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

export const feature = serverFeature({
  name: 'accounts',
  settings: accountSettings,
  async open({ database, listener, dataDir }, given) {
    const sessions = sessionKeeper(database, given.isSecondFactorRequired)
    listener.on('session_ended', sessions.forget)
    listener.on('session_changed', sessions.readAgain)
    listener.onConnection(sessions.setConnected)
    return { sessions, codeKey: await loadCodeKey(dataDir, given.codeKey) }
  },
  answers: ({ sessions }, { database, clock }) => ({
    authenticate: sessions.authenticate,
    noteActing: (actor, route, address) => noteActingAs(database, actor, route, address),
    sessions: {
      ...sessions,
      listChanged(actors) {
        const [ids, roles] = [actors.map(({ sessionId }) => sessionId), actors.map(({ role }) => role)]
        return listChangedSessions(database, ids, roles, clock() / 1000)
      },
    },
  }),
  routes: ({ of, jobs, mailer }, own) => accountRoutes({ ...of(brands), ...own, jobs, mailer }),
  personalTables: {
    users: { where: 't.id = $1', hide: ['password_hash', 'search', 'sort_name'] },
    sessions: { ...ownedBy('user_id'), hide: ['token_hash'] },
    second_factors: { ...ownedBy('user_id'), hide: ['sealed_secret'] },
    known_devices: { ...ownedBy('user_id'), hide: ['secret_hash'] },
    audit_log: { where: `(t.target_type = 'user' and t.target_id = $1) or t.actor_id = $1` },
    email_changes: ownedBy('user_id'),
    transfer_tokens: { leftOut: 'Hashes of secrets that live for a minute' },
    recovery_codes: { leftOut: 'Hashes of secrets' },
    one_time_codes: { leftOut: 'Hashes of secrets that live for minutes; the address is that of the account' },
  },
  live: () =>
    liveParts(accounts, {
      rooms: { user: (_db, { userId }, ids) => ids.filter(id => id === userId) },
      present: {},
    }),
  jobs: parts => ({
    'send-email-changed': { work: data => sendEmailChanged({ ...parts, ...parts.of(brands) }, data) },
    'send-password-changed': { work: data => sendPasswordChanged({ ...parts, ...parts.of(brands) }, data) },
    'send-second-factor-changed': { work: data => sendSecondFactorChanged({ ...parts, ...parts.of(brands) }, data) },
  }),
  subscribe: ({ of }) =>
    of(brands).onChange((tx, actor, { version, detail }) =>
      writeAudit(tx, actor, { action: 'brand.change', targetType: 'brand', targetId: version, detail }),
    ),
  tidying: ({ database, clock }, { sessions }) => [
    { everyMs: hourMs, work: () => deleteExpired(database, clock() / 1000) },
    { everyMs: minuteMs, work: sessions.writeSeen },
  ],
})
