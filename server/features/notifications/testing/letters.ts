import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { outboxFolder } from '#server/app/messengers.ts'

/** The letters that a server has laid in its outbox, oldest first. */
export async function lettersIn(dataDir: string) {
  const folder = outboxFolder(dataDir)
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml')).sort()
  return Promise.all(
    names.map(async name => {
      const letter = await PostalMime.parse(await readFile(join(folder, name)))
      const header = (key: string) => letter.headers.find(one => one.key === key)?.value ?? ''
      return { to: letter.to?.[0]?.address, subject: letter.subject, text: letter.text ?? '', header }
    }),
  )
}
