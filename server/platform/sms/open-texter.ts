import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A text message to a phone number in international form. */
export type TextMessage = { to: string; text: string; brandId: string }

/** Delivers text messages. Rejects when it cannot, so that the job retries. */
export type Texter = { deliver(message: TextMessage): Promise<void> }

/** Where text messages go: POSTed as JSON to a gateway's `webhookUrl` or, without one, to files in `folder`. */
export type TextPlace = { webhookUrl?: string | undefined; webhookToken?: string | undefined; folder: string }

const timeoutMs = 15_000

/** Opens the texter: any gateway's webhook, or a folder of .json files if none is configured. */
export function openTexter({ webhookUrl, webhookToken, folder }: TextPlace): Texter {
  return webhookUrl ? { deliver: message => post(webhookUrl, webhookToken, message) } : folderTexter(folder)
}

async function post(url: string, token: string | undefined, { to, text, brandId }: TextMessage): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ to, text, brand: brandId }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The gateway for short texts answered ${answer.status}`)
}

function folderTexter(folder: string): Texter {
  return {
    async deliver(message) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.sms.json`
      await writeFile(join(folder, name), JSON.stringify(message, null, 2), { mode: 0o600 })
    },
  }
}
