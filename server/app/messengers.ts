import { join } from 'node:path'
import type { Mailer } from '#server/platform/mail/mail.ts'
import { openMailer } from '#server/platform/mail/open-mailer.ts'
import { openTexter, type Texter } from '#server/platform/sms/open-texter.ts'

/** How letters and short texts leave, as the settings say; what is not set up lands in DATA_DIR/outbox. */
export type Outbox = {
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  smsWebhookUrl?: string | undefined
  smsWebhookToken?: string | undefined
}

/** What hands letters and short texts over. */
export type Messengers = { mailer: Mailer; texter: Texter }

/** Where letters and short texts land that nothing else is set up for. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}

export function openMessengers({ dataDir, outbox }: { dataDir: string; outbox: Outbox }): Messengers {
  const folder = outboxFolder(dataDir)
  return {
    mailer: openMailer({ smtpUrl: outbox.smtpUrl, folder }),
    texter: openTexter({ webhookUrl: outbox.smsWebhookUrl, webhookToken: outbox.smsWebhookToken, folder }),
  }
}
