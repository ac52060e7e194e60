import type { Copy } from '#kit/copy/copy.tsx'
import { jobNames } from '#shared/features/today/rules.ts'

/** What a job of the server does; one that only another version of it knows goes by its name. */
export function jobWords(t: Copy, name: string): string {
  const known = jobNames.find(job => job === name)
  return known === undefined ? name : t(`today.job.${known}`)
}
