import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { fastFolder, testFolders } from './fast-folder.ts'

const prefix = 'kurso-test-'
const oneDay = 86_400_000

/** How tests reach PostgreSQL as a superuser; `createTestDatabase` gives each file its own database. */
export type TestPostgres = { host: string; port: number; user: string; password?: string }

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres
  }
}

/**
 * Starts one PostgreSQL for the run: embedded in a temporary folder, in memory if there is room, or that of TEST_DATABASE_URL. Returns a function
 * that stops it; folders of killed runs are removed by a later one.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    project.provide('postgres', connectionFrom(given))
    return () => Promise.resolve()
  }
  removeForgotten()
  const dataDir = mkdtempSync(join(fastFolder(), prefix))
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined, warn: console.warn },
    parameters: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '100' },
  })
  const { host, port, user } = server.connection
  project.provide('postgres', { host, port, user })
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function connectionFrom(text: string): TestPostgres {
  const url = new URL(text)
  const host = url.searchParams.get('host') ?? url.hostname
  const password = decodeURIComponent(url.password)
  return { host, port: Number(url.port || 5432), user: decodeURIComponent(url.username), ...(password && { password }) }
}

function removeForgotten(): void {
  for (const place of testFolders)
    for (const name of readdirSync(place).filter(entry => entry.startsWith(prefix))) {
      const folder = join(place, name)
      const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      if (age > oneDay) rmSync(folder, { recursive: true, force: true })
    }
}
