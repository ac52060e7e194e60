import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Arrived = Email & { envelopeTo: string[]; raw: string }

/** A real SMTP server that stores what arrives; `next` waits up to 15 s for the next e-mail not yet taken. */
export async function openMailSink() {
  const arrived: Arrived[] = []
  let wake = () => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, answer) {
      const receive = async () => {
        const raw = await text(stream)
        const envelopeTo = session.envelope.rcptTo.map(({ address }) => address)
        arrived.push({ ...(await PostalMime.parse(raw)), envelopeTo, raw })
        wake()
      }
      receive().then(() => answer(), answer)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  let taken = 0
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    arrived,
    async next(): Promise<Arrived> {
      const until = Date.now() + 15_000
      while (arrived.length <= taken) {
        if (Date.now() > until) throw new Error('No letter arrived')
        await new Promise<void>(resolve => {
          wake = resolve
          setTimeout(resolve, 200)
        })
      }
      const letter = arrived[taken++]
      if (!letter) throw new Error('No letter arrived')
      return letter
    },
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}
