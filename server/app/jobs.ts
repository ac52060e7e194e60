import type { FastifyBaseLogger } from 'fastify'
import { workEmailChanges } from '#server/features/accounts/email-change.ts'
import { workJoining } from '#server/features/joining/send-secrets.ts'
import type { Brands } from '#server/features/brands/load-brands.ts'
import { workSupportLetters } from '#server/features/support/letters.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { Messengers, Outbox } from './messengers.ts'

/** What jobs need. */
export type JobParts = Messengers & {
  database: Database
  brands: Brands
  jobs: JobQueue
  log: FastifyBaseLogger
  clock(): number
  publicUrl: string
  outbox: Outbox
}

/** Says who does which jobs; before the queue starts. */
export function workJobs(parts: JobParts): void {
  workEmailChanges(parts)
  workJoining(parts)
  workSupportLetters(parts)
}
