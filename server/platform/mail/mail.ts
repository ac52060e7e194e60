/** One letter, ready to go: the same words as text and as HTML. */
export type Mail = {
  from: { name: string; address: string }
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  /** Header lines beside the usual ones, by their names. */
  headers?: Record<string, string>
}

/** What hands letters over. Rejects when it could not, so that the job which asked tries again. */
export type Mailer = { deliver(mail: Mail): Promise<void>; close(): void }
