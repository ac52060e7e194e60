// Backs a school up and restores it in a process of its own; prints the most memory that each took beyond what it had before.
import { join } from 'node:path'
import { type Connection, openDatabase } from '#server/platform/database/database.ts'
import { makeArchive } from '../archive/make-archive.ts'
import { openBackup, restoreBackup } from '../archive/restore-archive.ts'

const [work = '', folder = '', from = '{}', to = '{}'] = process.argv.slice(2)
const open = (connection: string) => openDatabase(JSON.parse(connection) as Connection, () => undefined, 2)
const file = join(folder, 'big.tar')
const most = () => process.resourceUsage().maxRSS * 1024
const before = most()

if (work === 'backup') {
  const database = open(from)
  await makeArchive({ database, dataDir: join(folder, 'big') }, { file, codeKeyMark: undefined, now: Date.now() })
  await database.close()
} else {
  const database = open(to)
  await restoreBackup({ database, dataDir: join(folder, 'big-restored') }, await openBackup(file))
  await database.close()
}
console.log(JSON.stringify({ bytes: most() - before }))
