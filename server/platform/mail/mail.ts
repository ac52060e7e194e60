/** One e-mail, ready to send, with the same words as text and HTML. */
export type Mail = {
  from: { name: string; address: string }
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  /** Additional header lines by name. */
  headers?: Record<string, string>
}

/** Delivers e-mails. Rejects when it cannot, so that the job retries. */
export type Mailer = { deliver(mail: Mail): Promise<void>; close(): void }
