import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

/** One e-mail, ready to send, with the same words as text and HTML. */
export type Mail = {
  from: { name: string; address: string }
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  /** An event (iCalendar) for the recipient's calendar, with its METHOD. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string }
  /** Additional header lines by name. */
  headers?: Record<string, string>
}

/** Delivers e-mails. Rejects when it cannot, so that the job retries. */
export type Mailer = {
  /** Whether they leave this machine; otherwise they land in a folder. */
  isReal: boolean
  deliver(mail: Mail): Promise<void>
  close(): void
}

/** Where e-mails go: the SMTP server at `smtpUrl` (smtp:// or smtps://) or, without one, files in `folder`. */
type MailPlace = { smtpUrl?: string | undefined; folder: string }

const timeoutMs = 20_000
/** E-mails contain sign-in codes and links. */
const ownersAlone = { recursive: true, mode: 0o700 }

/** Opens the mailer: SMTP, or a folder of .eml files if none is configured. */
export function openMailer({ smtpUrl, folder }: MailPlace): Mailer {
  return smtpUrl ? smtpMailer(smtpUrl) : folderMailer(folder)
}

function smtpMailer(smtpUrl: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  return {
    isReal: true,
    deliver: async mail => void (await transport.sendMail(messageOf(mail))),
    close: () => transport.close(),
  }
}

function folderMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    isReal: false,
    async deliver(mail) {
      const { message } = await transport.sendMail(messageOf(mail))
      await mkdir(folder, ownersAlone)
      await writeFile(
        join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`),
        message,
        { mode: 0o600 },
      )
    },
    close: () => transport.close(),
  }
}

/** Uses only the e-mail's own content: nothing is loaded from files or addresses. */
function messageOf({ from, to, replyTo, subject, text, html, headers, calendar }: Mail) {
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    ...(headers && { headers }),
    ...(calendar && { icalEvent: { method: calendar.method, content: calendar.text, filename: 'invite.ics' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
