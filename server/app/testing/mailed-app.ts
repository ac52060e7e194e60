import { openMailSink } from '#server/platform/mail/testing/mail-sink.ts'
import { startTestApp } from './test-app.ts'

export type MailedApp = Awaited<ReturnType<typeof startMailedApp>>

/** A test app with its own mail server, `mail`; `close` stops both. */
export async function startMailedApp({ outbox, ...options }: Parameters<typeof startTestApp>[0] = {}) {
  const mail = await openMailSink()
  const app = await startTestApp({ ...options, outbox: { ...outbox, smtpUrl: mail.smtpUrl } })
  return {
    ...app,
    mail,
    async close() {
      await app.close()
      await mail.close()
    },
  }
}
