import { createHash } from 'node:crypto'
import { ConfigurationError } from '#server/platform/configuration-error.ts'

/** A file that is no whole backup, or one that cannot be restored here; the message says why. */
export class BackupError extends ConfigurationError {
  override name = 'BackupError'
}

/** Another backup of the same school has not ended yet. */
export class BackupUnderWay extends BackupError {
  override name = 'BackupUnderWay'
  constructor() {
    super('A backup of this school is being made already')
  }
}

/** Rises with a change that older releases cannot read. */
export const formatVersion = 1

/** Entries of the archive: the head is the first; the manifest, and the digest of everything before it, are the last. */
export const names = {
  head: 'kurso-backup.json',
  manifest: 'manifest.json',
  digest: 'sha256',
  jobs: 'jobs.json',
  /** A stored file is `media/KEY/PATH`. */
  media: 'media/',
  /** A table is cut into parts of compressed COPY text, `tables/TABLE/000001.gz`. */
  tables: 'tables/',
} as const

export type Head = { format: number; release: string; madeAt: string }

export type TableParts = { name: string; columns: string[]; rows: number }
export type SequenceState = { name: string; lastValue: string; isCalled: boolean }
export type Applied = { name: string; checksum: string }

/** What a backup holds. */
export type Manifest = {
  tables: TableParts[]
  sequences: SequenceState[]
  migrations: Applied[]
  jobs: number
  files: { count: number; bytes: number }
  /** Stored files that were gone although the database names them. */
  missing: string[]
  /** Tells the server's key from another one; undefined when it was not at hand. */
  codeKeyMark?: string | undefined
}

/** The digest of an archive, fed with its entries one after the other. */
export function newDigest() {
  const hash = createHash('sha256')
  return {
    begin: (name: string, bytes: number) => void hash.update(`${name}\0${bytes}\0`),
    add: (part: Uint8Array) => void hash.update(part),
    value: () => hash.digest('hex'),
  }
}
