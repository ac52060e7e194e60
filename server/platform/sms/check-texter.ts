import { broken, type Check, good, lacking } from '../check.ts'

const patienceMs = 10_000

/** Asks the gateway for text messages whether it is there and knows our token; none is sent. */
export function textCheck({
  smsWebhookUrl: url,
  smsWebhookToken: token,
}: {
  smsWebhookUrl?: string | undefined
  smsWebhookToken?: string | undefined
}): Check {
  return {
    name: 'Text messages',
    advice: 'Compare SMS_WEBHOOK_URL with what the gateway says',
    async run() {
      if (!url)
        return lacking(
          'nothing is sent: text messages are written to DATA_DIR/outbox',
          'Set SMS_WEBHOOK_URL if people are to confirm their phones',
        )
      const answer = await fetch(url, {
        method: 'OPTIONS',
        headers: { ...(token && { authorization: `Bearer ${token}` }) },
        signal: AbortSignal.timeout(patienceMs),
        redirect: 'error',
      })
      await answer.body?.cancel()
      const { host } = new URL(url)
      if (answer.status === 401 || answer.status === 403)
        return broken(`${host} does not let us in (${answer.status})`, 'Compare SMS_WEBHOOK_TOKEN with the gateway’s')
      if (answer.status >= 500) return broken(`${host} answers ${answer.status}`, 'Ask whoever runs the gateway')
      return good(`${host} is there; only a real message shows whether it arrives`)
    },
  }
}
