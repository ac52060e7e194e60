import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertUser } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import { type ChildServer, openBeside, startChildServer } from '#server/app/testing/child-server.ts'
import { enrol, insertCourse } from '#server/app/testing/course-fixture.ts'
import type { Database } from '#server/platform/database/database.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { localDate } from '#shared/platform/times.ts'

const dayMs = 86_400_000

/** A separate server with one learner who may write to the experts without delay; power cuts included. */
export class SchoolWithChat {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'kurso-chat-faults-'))
  userId = 0
  chatId = 0
  token = ''
  #server: ChildServer | undefined

  get url(): string {
    return this.#server?.url ?? 'http://127.0.0.1:1'
  }

  async open(): Promise<void> {
    // PostgreSQL runs as another user when the tests run as root.
    chmodSync(this.dataDir, 0o711)
    const brands = join(this.dataDir, 'brands')
    cpSync(join(projectRoot, 'brands'), brands, { recursive: true })
    const defaults = join(brands, 'defaults.json')
    const values = JSON.parse(readFileSync(defaults, 'utf8')) as { config: { messageDelay: number } }
    values.config.messageDelay = 0
    writeFileSync(defaults, JSON.stringify(values))
    await this.start()
    await this.beside(database => this.#fill(database))
  }

  async start(): Promise<void> {
    this.#server = await startChildServer(this.dataDir, { BRANDS_DIR: join(this.dataDir, 'brands') })
  }

  /** Ends server and database at once and starts them again. */
  async cutPower(): Promise<void> {
    await this.#server?.cutPower()
    await this.start()
  }

  async beside<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openBeside(this.dataDir)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  async close(): Promise<void> {
    await this.#server?.stop()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  async #fill(database: Database) {
    const course = await insertCourse(database, { stages: [{ days: [{ opensAfterDays: 0 }] }] })
    const user = { brandId: 'kurso', email: 'learner@example.com', firstName: 'Ann', lastName: '', role: 'learner' }
    const row = JSON.stringify({ ...user, languageCode: 'en', timezone: 'UTC' })
    this.userId = (await insertUser(database, row))?.id ?? 0
    const place = await enrol(database, course, this.userId, {
      startsOn: localDate(Date.now() - dayMs, 'UTC'),
      endsOn: localDate(Date.now() + 30 * dayMs, 'UTC'),
    })
    const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
    this.token = await startSession(database, this.userId, caller, Date.now())
    const text = 'select id::int from chats where user_stream_id = $1'
    const { rows } = await database.query<{ id: number }>({ text, values: [place] })
    this.chatId = rows[0]?.id ?? 0
  }
}
