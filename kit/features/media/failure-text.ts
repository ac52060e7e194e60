import type { Copy, CopyKey } from '#kit/copy/copy.tsx'
import { formatBytes, uploadLimit } from './upload-limit.ts'

const texts: Record<string, CopyKey> = {
  not_photo_or_video: 'media.failure.type',
  no_space: 'media.failure.space',
  file_broken: 'media.failure.broken',
  picture_too_big: 'media.failure.pixels',
  format_unsupported: 'media.failure.format',
  storage_full: 'media.failure.storage',
}

/** Why an upload or a file failed, in the reader's language: by its code, else as the server says. */
export function failureText(t: Copy, { code, message = '' }: { code: string; message?: string }): string {
  if (code === 'file_too_large') return t('media.failure.size', { limit: formatBytes(uploadLimit(), t.language) })
  const known = texts[code]
  return known ? t(known) : message || t('media.failure.upload')
}
