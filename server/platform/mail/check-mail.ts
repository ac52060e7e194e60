import { createTransport } from 'nodemailer'
import { type Check, good, lacking } from '../check.ts'

const timeoutMs = 20_000

/** Opens a connection to the mail server and signs in, as for an e-mail; none is sent. */
export function mailCheck({
  smtpUrl,
  mailFrom,
}: {
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
}): Check {
  return {
    name: 'E-mail',
    advice:
      'Compare SMTP_URL with what the mail provider says: host, port, user and password, with % codes for special characters',
    async run() {
      if (!smtpUrl)
        return lacking(
          'nothing is sent: e-mails are written to DATA_DIR/outbox',
          'Set SMTP_URL: nobody gets a code, a link or a reminder without it',
        )
      const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
      const transport = createTransport({ url: smtpUrl, ...limits })
      try {
        await transport.verify()
      } finally {
        transport.close()
      }
      const { hostname } = new URL(smtpUrl)
      return good(`${hostname} lets us in; sent from ${mailFrom ?? 'each brand’s support address'}`)
    },
  }
}
