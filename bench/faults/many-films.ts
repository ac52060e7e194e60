import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, openAsBlob, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sendFile } from '#kit/features/media/uploads/send-file.ts'
import type { UploadStore } from '#kit/features/media/uploads/upload-store.ts'
import { Uploads } from '#kit/features/media/uploads/uploads.ts'
import { settings } from '#kit/request/connection.ts'
import type { StoredUpload } from '#kit/request/local-database.ts'
import { insertUser } from '#server/features/accounts/queries.ts'
import { startSession } from '#server/features/accounts/sessions/sessions.ts'
import { beside, type ChildServer, postmasterOf, startChildServer } from '#server/app/testing/child-server.ts'
import type { Database } from '#server/platform/database/database.ts'
import { memoryOfTree } from '../process-cpu.ts'
import { CutProxy } from './cut-proxy.ts'

type Asked = { films: number; bytes: number; cuts: number; program?: readonly string[]; say?(line: string): void }
type Person = { userId: number; token: string }
/** How large the film of the learner is. */
export const learnersBytes = 4e6

type Film = { id: number; owner: number | null; status: string; bytes: number; failure: string | null }

/** What was seen; memory in bytes: of the server alone, and with its conversions but without PostgreSQL. */
export type Seen = {
  films: Film[]
  cuts: number
  uploadSeconds: number
  allSeconds: number
  idle: { server: number; tree: number }
  most: { server: number; tree: number }
  /** How many of the school's films became ready between the arrival of the learner's and its end. */
  waitedFor: number
}

/**
 * An author sends many films for the library, as the studio does, over a connection that is cut; when the last has been sent a
 * learner sends one. Answers what was seen once all are converted.
 */
export async function sendManyFilms(asked: Asked): Promise<Seen> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kurso-many-films-'))
  // PostgreSQL runs as another user where this runs as root.
  chmodSync(dataDir, 0o711)
  let server: ChildServer | undefined
  try {
    server = await startChildServer(dataDir, {}, asked.program)
    return await measure(server, dataDir, asked)
  } finally {
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measure(server: ChildServer, dataDir: string, { films, bytes, cuts, say = () => {} }: Asked) {
  const [author, learner] = await beside(dataDir, async database => {
    await noteTurns(database)
    return [await newPerson(database, 'author'), await newPerson(database, 'learner')]
  })
  const film = makeFilm(dataDir, bytes)
  const all = films * bytes
  const places = Array.from({ length: cuts }, (_, index) => Math.round((all * (index + 0.5)) / cuts))
  const proxy = new CutProxy(Number(new URL(server.url).port), places)
  const url = await proxy.open()
  await pause(2000)
  const memory = watchMemory(server.process.pid ?? 0, postmasterOf(dataDir))
  const rows = () => beside(dataDir, listFilms)
  try {
    const beganAt = performance.now()
    await sendAll(url, author, film, films)
    const uploadSeconds = (performance.now() - beganAt) / 1000
    say(`${films} films sent in ${uploadSeconds.toFixed(0)} s, ${proxy.cuts} cuts`)
    await sendAll(url, learner, makeFilm(dataDir, learnersBytes), 1)
    for (;;) {
      const now = await rows()
      if (now.length > films && now.every(({ status }) => ['DONE', 'FAIL'].includes(status))) {
        const seconds = (performance.now() - beganAt) / 1000
        const { idle, most } = memory.stop()
        return {
          films: now,
          cuts: proxy.cuts,
          uploadSeconds,
          allSeconds: seconds,
          idle,
          most,
          waitedFor: await beside(dataDir, database => turnsBefore(database, learner.userId)),
        }
      }
      await pause(200)
    }
  } finally {
    memory.stop()
    await proxy.close()
  }
}

/** Chooses all files at once and waits until the server has them. */
async function sendAll(origin: string, { userId, token }: Person, path: string, count: number): Promise<void> {
  Object.assign(settings, { origin, userId, token, appId: 'kurso', language: 'en' })
  const uploads = new Uploads({
    store: inMemory(),
    send: sendFile,
    exclusive: (_lane, work) => work(),
    later(ms, then) {
      const timer = setTimeout(then, ms)
      return () => clearTimeout(timer)
    },
    userId: () => settings.userId,
    isOffline: () => false,
    announce: () => {},
    forget: async () => {},
    limit: () => 1024 ** 3,
    newId: () => randomBytes(16).toString('hex'),
    now: Date.now,
  })
  const purpose = count > 1 ? 'library' : undefined
  const blob = await openAsBlob(path)
  const ids = await Promise.all(
    Array.from({ length: count }, (_, index) => uploads.start(new File([blob], `Film ${index}.mp4`), purpose)),
  )
  for (;;) {
    const states = ids.map(id => uploads.view(id)?.state)
    if (states.includes('FAIL')) throw new Error(`An upload failed: ${JSON.stringify(ids.map(id => uploads.view(id)))}`)
    if (states.every(state => state !== 'NOT_UPLOADED')) return
    await pause(100)
  }
}

/** Files stay where they are: the browser's database keeps them on the disk too. */
function inMemory(): UploadStore {
  const rows = new Map<string, { upload: StoredUpload; file: Blob | undefined }>()
  return {
    list: async () => [...rows.values()].map(({ upload }) => upload),
    add: async (upload, file) => void rows.set(upload.id, { upload, file }),
    async change(id, next) {
      const row = rows.get(id)
      if (row) row.upload = next(row.upload)
      return row?.upload
    },
    file: async id => rows.get(id)?.file,
    remove: async id => void rows.delete(id),
  }
}

/** Two seconds in full HD, and then bytes that players skip. */
function makeFilm(folder: string, bytes: number): string {
  const path = join(folder, `film-${bytes}.mp4`)
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=30:duration=2']
  execFileSync('ffmpeg', ['-v', 'error', ...source, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', path])
  const { size } = statSync(path)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes - size)
  head.write('free', 4)
  writeFileSync(path, head, { flag: 'a' })
  truncateSync(path, bytes)
  return path
}

function watchMemory(pid: number, postmaster: number) {
  const look = () => {
    const server = memoryOfTree(pid, { isAlone: true })
    return { server, tree: memoryOfTree(pid) - memoryOfTree(postmaster) }
  }
  const idle = look()
  const most = { ...idle }
  const timer = setInterval(() => {
    const now = look()
    most.server = Math.max(most.server, now.server)
    most.tree = Math.max(most.tree, now.tree)
  }, 500)
  return {
    stop() {
      clearInterval(timer)
      return { idle, most }
    },
  }
}

async function newPerson(database: Database, role: string): Promise<Person> {
  const user = { brandId: 'kurso', email: `${role}@example.com`, firstName: 'Ann', lastName: '', role }
  const row = JSON.stringify({ ...user, languageCode: 'en', timezone: 'UTC' })
  const userId = (await insertUser(database, row))?.id ?? 0
  const caller = { brandId: 'kurso', appType: 'web', language: 'en', network: '', userAgent: '', host: '' } as const
  return { userId, token: await startSession(database, userId, caller, Date.now()) }
}

async function listFilms(database: Database): Promise<Film[]> {
  const text = 'select id::int, owner_id::int as owner, status, bytes::float8 as bytes, failure from media order by id'
  return (await database.query<Film>({ text })).rows
}

/** Notes each change of a film's state in its order: who only looks now and then sees it too late. */
async function noteTurns(database: Database): Promise<void> {
  const statements = [
    'create table turns (turn bigserial, owner_id bigint, status text)',
    `create function note_turn() returns trigger language plpgsql as $$
     begin insert into turns (owner_id, status) values (new.owner_id, new.status); return null; end $$`,
    `create trigger note_turn after update on media for each row when (old.status is distinct from new.status)
     execute function note_turn()`,
  ]
  for (const text of statements) await database.query({ text })
}

/** How many films of others became ready between the arrival of a person's film and its end, which both were noted. */
async function turnsBefore(database: Database, userId: number): Promise<number> {
  const text = `select count(*)::int as count from turns t,
         (select turn from turns where owner_id = $1 and status = 'UPLOADED') arrived,
         (select turn from turns where owner_id = $1 and status = 'DONE') ready
       where t.turn between arrived.turn and ready.turn and t.status = 'DONE'`
  const { count = 0 } = (await database.query<{ count: number }>({ text, values: [userId] })).rows[0] ?? {}
  if (count === 0) throw new Error('The end of the film was not noted')
  return count - 1
}
