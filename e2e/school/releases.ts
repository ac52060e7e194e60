import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { e2eDataDir, e2ePort } from './server-place.ts'

const port = e2ePort + 11
/** Where the school of two releases is served. */
export const releasesOrigin = `http://127.0.0.1:${port}`

/** The address of the walks' own database, so that a second node serves the same school. */
async function databaseUrl(): Promise<string> {
  const lines = (await readFile(join(e2eDataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return `postgresql:///kurso?user=kurso&host=${encodeURIComponent(lines[4] ?? '')}&port=${lines[3]}`
}

/**
 * A node of the school that serves this release and then the next one, both really built, from one address; a release takes the
 * place of the one before with a restart, and the files of that are gone.
 */
export async function twoReleases() {
  const folder = await mkdtemp(join(tmpdir(), 'kurso-releases-'))
  const [first, next, pages] = ['first', 'next', 'pages'].map(name => join(folder, name)) as [string, string, string]
  await cp('build/web', join(first, 'web'), { recursive: true })
  await mkdir(next)
  await promisify(execFile)('node', ['e2e/school/build-next.mjs', join(next, 'web')], { maxBuffer: 1e8 })
  let stop = async () => {}

  async function serve(release: 'first' | 'next'): Promise<void> {
    await stop()
    await rm(pages, { force: true })
    await symlink(release === 'first' ? first : next, pages)
    const server = spawn('node', ['build/server/main.js', '--pages', pages, '--quiet'], {
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: await databaseUrl(),
        BRANDS_DIR: join(e2eDataDir, 'brands'),
        // The school’s payments stay with the provider of the walks’ own node.
        SANDBOX: 'off',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const isOver = once(server, 'exit')
    stop = async () => {
      server.kill('SIGTERM')
      await isOver
    }
    while ((await fetch(`${releasesOrigin}/readyz`).catch(() => undefined))?.status !== 200) {
      if (server.exitCode !== null) throw new Error(`The node of two releases ended with ${server.exitCode}`)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }

  return {
    serve,
    async end() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
