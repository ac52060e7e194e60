import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** The e-mails in a server's outbox folder, oldest first. */
export async function lettersIn(folder: string) {
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml')).sort()
  return Promise.all(
    names.map(async name => {
      const letter = await PostalMime.parse(await readFile(join(folder, name)))
      const header = (key: string) => letter.headers.find(one => one.key === key)?.value ?? ''
      return {
        to: letter.to?.[0]?.address,
        subject: letter.subject,
        text: letter.text ?? '',
        html: letter.html ?? '',
        header,
      }
    }),
  )
}
