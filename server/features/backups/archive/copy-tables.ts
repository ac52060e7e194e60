import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { BackupError, names, type TableParts } from './archive-format.ts'
import type { Table } from './catalogue.ts'
import type { ArchiveEntry } from './read-archive.ts'
import type { ArchiveWriter } from './write-archive.ts'

/** Rows are held in memory a part at a time. */
const partBytes = 4 << 20
/** More than a part with one row of any size that the database takes. */
const longestPart = 1 << 30

const compress = promisify(gzip)
const decompress = promisify(gunzip)

const columnsOf = (client: ClientBase, { columns }: Table) => columns.map(name => client.escapeIdentifier(name)).join()
const placeOf = (client: ClientBase, { name }: Table) => `public.${client.escapeIdentifier(name)}`

/** Writes the rows of a table as the snapshot of `client` sees them. */
export async function writeTable(client: ClientBase, table: Table, writer: ArchiveWriter): Promise<TableParts> {
  const rows = client.query(copyTo(`copy ${placeOf(client, table)} (${columnsOf(client, table)}) to stdout`))
  let pieces: Buffer[] = []
  let held = 0
  let part = 0
  const write = async () => {
    if (held === 0) return
    const content = await compress(Buffer.concat(pieces), { level: 3 })
    part += 1
    await writer.add(`${names.tables}${table.name}/${String(part).padStart(6, '0')}.gz`, content)
    pieces = []
    held = 0
  }
  for await (const piece of rows as AsyncIterable<Buffer>) {
    pieces.push(piece)
    held += piece.length
    if (held >= partBytes) await write()
  }
  await write()
  return { ...table, rows: rows.rowCount }
}

/** Takes the parts of tables in the order in which they were written, and fills the tables of `client` with them. */
export function fillTables(client: ClientBase, tables: readonly TableParts[]) {
  const wanted = new Map(tables.map(table => [table.name, table]))
  let open: { table: TableParts; rows: Writable & { rowCount: number } } | undefined

  async function finish() {
    if (!open) return
    const { table, rows } = open
    await ended(rows)
    if (rows.rowCount !== table.rows) throw new BackupError(`The table ${table.name} lacks rows`)
    wanted.delete(table.name)
    open = undefined
  }

  return {
    async add({ name, content }: Pick<ArchiveEntry, 'name'> & { content: Buffer }) {
      const tableName = name.slice(names.tables.length, name.lastIndexOf('/'))
      if (open?.table.name !== tableName) {
        await finish()
        const table = wanted.get(tableName)
        if (!table) throw new BackupError(`The backup has rows of an unknown table ${tableName}`)
        const rows = client.query(copyFrom(`copy ${placeOf(client, table)} (${columnsOf(client, table)}) from stdin`))
        // Heard where it is written to or ended.
        rows.on('error', () => undefined)
        open = { table, rows }
      }
      if (open) await written(open.rows, await decompress(content, { maxOutputLength: longestPart }))
    },
    /** Gives up: what is open would keep the connection from saying anything else. */
    abort: () => void open?.rows.destroy(),
    /** Ends the last table; all others have to be empty in the backup too. */
    async finish() {
      await finish()
      const short = [...wanted.values()].find(({ rows }) => rows > 0)
      if (short) throw new BackupError(`The table ${short.name} lacks its rows`)
    },
  }
}

const written = (stream: Writable, content: Buffer) =>
  new Promise<void>((resolve, reject) => {
    stream.write(content, error => (error ? reject(error) : resolve()))
  })

const ended = (stream: Writable) =>
  new Promise<void>((resolve, reject) => {
    stream.once('error', reject)
    stream.end(() => resolve())
  })
