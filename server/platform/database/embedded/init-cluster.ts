import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError, type StartLog } from './embedded-postgres-error.ts'
import { giveTo, type RunAs } from './embedded-user.ts'

export type InitOptions = {
  native: string
  dataFolder: string
  runAs: RunAs
  parameters: Record<string, string>
  log: StartLog
}

/**
 * Makes the cluster with its database `kurso` in the empty `dataFolder`. It is made beside and renamed, so one that was cut
 * short is made again. Text sorts by code point and knows letters of every alphabet; refuses a folder with files in it.
 */
export async function initCluster(options: InitOptions): Promise<void> {
  const { native, dataFolder, runAs, parameters, log } = options
  if (readdirSync(dataFolder).length > 0) {
    throw new EmbeddedPostgresError(
      `${dataFolder} holds files but no database: move them away, or restore the whole folder.`,
    )
  }
  log.info('Making the database files, once')
  const aside = `${dataFolder}.new`
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { mode: 0o700 })
  if (runAs) giveTo(aside, runAs)
  const sync = parameters['fsync'] === 'off' ? ['--no-sync'] : []
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const account = ['--username=kurso', '--auth=trust', '--no-instructions']
  await run(join(native, 'bin', 'initdb'), ['-D', aside, ...account, ...locale, ...sync], runAs, '')
  await run(join(native, 'bin', 'postgres'), ['--single', '-D', aside, 'postgres'], runAs, 'CREATE DATABASE kurso\n')
  renameSync(aside, dataFolder)
}

function run(program: string, args: string[], runAs: RunAs, input: string): Promise<void> {
  const child = spawn(program, args, {
    ...runAs,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaint += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => {
      // Single-user mode reports a failed statement and still ends with 0.
      if (code === 0 && !/ERROR|FATAL|PANIC/.test(complaint)) return resolve()
      reject(
        new EmbeddedPostgresError(`The database files could not be made: ${complaint.trim() || `exit code ${code}`}`),
      )
    })
  })
}
