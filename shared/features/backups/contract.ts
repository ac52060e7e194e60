import Type, { type Static } from 'typebox'
import { contract } from '#shared/platform/contract.ts'
import { Id, NullableSeconds, nullable, oneOf, Seconds } from '#shared/platform/schemas.ts'
import { backupFailures } from './rules.ts'

const Backup = Type.Object({
  id: Id,
  started_at: Seconds,
  finished_at: Seconds,
  name: Type.String({ description: 'Of the file, without its folder' }),
  bytes: nullable(Type.Integer({ description: 'Null when it was not made' })),
  failure: nullable(oneOf(backupFailures)),
})
export type BackupWire = Static<typeof Backup>

const Backups = Type.Object({
  is_daily: Type.Boolean({
    description: 'Whether one is made every day without being asked for, into a folder of its own',
  }),
  is_under_way: Type.Boolean(),
  succeeded_at: NullableSeconds,
  /** The latest one first. */
  backups: Type.Array(Backup),
})
export type BackupsWire = Static<typeof Backups>

/** Backups of the whole server, with all of its schools. */
export const backups = contract({
  refusals: {},
  calls: {
    'GET /studio/backups': {
      access: 'admin',
      summary: 'The latest backups and how they went',
      answer: Backups,
    },
    'POST /studio/backups': {
      access: 'admin',
      summary: 'Has the server make a backup; while one is under way, nothing more',
      limit: { requests: 10, seconds: 60 },
      answer: Type.Object({}),
    },
  },
})
