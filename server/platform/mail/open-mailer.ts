import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail, Mailer } from './mail.ts'

/** Where letters go: `smtpUrl` is a server's address (smtp:// or smtps://), without one they are laid in `folder`. */
export type MailPlace = { smtpUrl?: string | undefined; folder: string }

const timeoutMs = 20_000
/** Letters hold codes and links that let people in. */
const ownersAlone = { recursive: true, mode: 0o700 }

/** Opens the way out for letters: SMTP, or a folder of .eml files where none is set up. */
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
    deliver: async mail => void (await transport.sendMail(messageOf(mail))),
    close: () => transport.close(),
  }
}

function folderMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
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

/** Only what the letter itself holds: nothing in it is read from files or addresses. */
function messageOf({ from, to, replyTo, subject, text, html, headers }: Mail) {
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    ...(headers && { headers }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
