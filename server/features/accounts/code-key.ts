import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError } from '#server/platform/configuration-error.ts'

export const leastKeyLength = 32

/**
 * The key with which one-time codes and second factors are stored. It lies outside the database, so that nobody who has only the
 * database can try all codes against what is stored there; made at the first start, the same for servers that share the folder.
 */
export async function loadCodeKey(dataDir: string, given?: string): Promise<string> {
  if (given !== undefined) return given
  const file = join(dataDir, 'code.key')
  const made = join(dataDir, `code.key.${randomUUID()}`)
  await mkdir(dataDir, { recursive: true })
  await writeFile(made, randomBytes(32).toString('base64url'), { mode: 0o600 })
  await link(made, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rm(made)
  const key = (await readFile(file, 'utf8')).trim()
  if (key.length < leastKeyLength) throw new ConfigurationError(`${file} is cut off; delete it, and a new one is made`)
  return key
}

/** The key that a server on this folder would use, undefined before its first start. */
export async function findCodeKey(dataDir: string, given?: string): Promise<string | undefined> {
  return given ?? (await readFile(join(dataDir, 'code.key'), 'utf8').catch(() => undefined))?.trim()
}

/** Tells a key from another one, and nothing else about it. */
export const codeKeyMark = (key: string) =>
  createHmac('sha256', key).update('kurso code key').digest('hex').slice(0, 16)
