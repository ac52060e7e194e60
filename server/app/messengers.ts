import { join } from 'node:path'
import { type Mailer, openMailer } from '#server/platform/mail/mail.ts'
import { openTexter, type Texter } from '#server/platform/sms/open-texter.ts'

/** How e-mails and text messages leave, according to the settings; without a provider they land in DATA_DIR/outbox. */
export type Outbox = {
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  smsWebhookUrl?: string | undefined
  smsWebhookToken?: string | undefined
}

/** The mailer and the texter. */
export type Messengers = { mailer: Mailer; texter: Texter }

/** Where e-mails and text messages land when no provider is configured. */
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
