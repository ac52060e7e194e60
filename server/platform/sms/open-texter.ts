import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A short text to a phone number in international form. */
export type TextMessage = { to: string; text: string; brandId: string }

/** What hands short texts over. Rejects when it could not, so that the job which asked tries again. */
export type Texter = { deliver(message: TextMessage): Promise<void> }

/** Where short texts go: POSTed as JSON to a gateway's `webhookUrl`, without one laid in `folder`. */
export type TextPlace = { webhookUrl?: string | undefined; webhookToken?: string | undefined; folder: string }

const timeoutMs = 15_000

/** Opens the way out for short texts: a webhook of any gateway, or a folder of .json files where none is set up. */
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
