import type { Copy } from '#kit/copy/copy.tsx'
import type { ToastTone } from '#kit/ui/layers/toasts.ts'
import { jobNames } from '#shared/features/today/rules.ts'

/** What a job of the server does; one that only another version of it knows goes by its name. */
export function jobWords(t: Copy, name: string): string {
  const known = jobNames.find(job => job === name)
  return known === undefined ? name : t(`today.job.${known}`)
}

/** What is said once failed jobs were asked for; somebody else may have asked before. */
export const retriedWords = (t: Copy, count: number): { text: string; tone: ToastTone } => ({
  text: t('today.failed.retried', { count }),
  tone: count > 0 ? 'success' : 'info',
})
