import type { Copy } from '#kit/copy/copy.tsx'
import { formatBytes } from '#kit/features/media/upload-text.ts'
import type { DownloadFailure } from './device/stored-file.ts'
import type { Loading } from './progress-of.ts'

const failures = {
  space: 'downloads.failure.space',
  budget: 'downloads.failure.budget',
  refused: 'downloads.failure.refused',
  broken: 'downloads.failure.broken',
  gone: 'downloads.failure.gone',
  device: 'downloads.failure.device',
  missing: 'downloads.failure.missing',
} as const satisfies Record<DownloadFailure, string>

/** How far something is, in words. */
export function stateWords(t: Copy, loading: Loading): string {
  const sizes = { done: formatBytes(loading.done, t.language), bytes: formatBytes(loading.bytes, t.language) }
  if (loading.state === 'loaded') return t('downloads.state.loaded', sizes)
  if (loading.state === 'loading') return t('downloads.state.loading', sizes)
  if (loading.state === 'paused') return t('downloads.state.paused', sizes)
  if (loading.state === 'fail') return t(failures[loading.failure ?? 'refused'])
  // Nothing is known of it until the school has measured it.
  return loading.bytes > 0 ? t('downloads.state.pending', sizes) : t('downloads.choose.preparing')
}
