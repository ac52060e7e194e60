import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect } from '@playwright/test'
import { e2eDataDir } from './server-place.ts'

/** An e-mail as it left the server; `links` are the addresses in its text, in order. */
export type ReadLetter = { from: string; subject: string; text: string; html: string; links: string[] }

const outbox = join(e2eDataDir, 'outbox')
/** Each worker uses a file only once. */
const taken = new Set<string>()
const patience = { intervals: [100, 250, 500] }

/** Waits for the oldest file with this extension that `read` accepts and this worker has not used yet. */
async function nextOf<Found>(ending: string, what: string, read: (file: Buffer) => Promise<Found | undefined>) {
  let found: Found | undefined
  const look = async () => {
    const names = (await readdir(outbox).catch(() => [])).filter(name => name.endsWith(ending) && !taken.has(name))
    for (const name of names.sort()) {
      found = await read(await readFile(join(outbox, name)))
      if (found === undefined) continue
      taken.add(name)
      return true
    }
    return false
  }
  await expect.poll(look, { ...patience, message: `${what} arrives` }).toBe(true)
  return found as Found
}

/** The next e-mail to this address, in sending order; fails when none arrives within 20 s. */
export function nextLetter(address: string): Promise<ReadLetter> {
  return nextOf('.eml', `a letter to ${address}`, async file => {
    const { to, from, subject = '', text = '', html = '' } = await PostalMime.parse(file)
    if (!to?.some(one => one.address?.toLowerCase() === address.toLowerCase())) return undefined
    return { from: from?.address ?? '', subject, text, html, links: text.match(/https?:\/\/\S+/g) ?? [] }
  })
}

/** The next text message to this phone, given in international form with a plus and digits only. */
export function nextText(phone: string): Promise<string> {
  return nextOf('.sms.json', `a short text to ${phone}`, async file => {
    const message = JSON.parse(file.toString('utf8') || '{}') as { to?: string; text?: string }
    return message.to === phone ? message.text : undefined
  })
}

/** The six-digit code in an e-mail or text message. */
export function codeIn(text: string): string {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? ''
}
