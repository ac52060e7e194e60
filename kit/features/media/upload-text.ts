import type { Copy, CopyKey } from '#kit/copy/copy.tsx'
import { formatDuration } from '#kit/copy/format.ts'
import { formatterFor } from '#kit/copy/message.ts'
import { site } from '#kit/features/brands/site.ts'
import type { UploadPurpose } from '#kit/request/local-database.ts'
import { mostArchiveBytes } from '#shared/features/media/rules.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { UploadView } from './uploads/upload-view.ts'

/** How large an uploaded file may be in this school, in bytes. */
export const uploadLimit = (purpose?: UploadPurpose): number =>
  purpose === 'course' ? mostArchiveBytes : site().config.uploadMaxBytes

/** What a person calls an upload: a recorded voice by how long it is, everything else by the name of its file. */
export const uploadName = (t: Copy, { name, lasts }: Pick<UploadView, 'name' | 'lasts'>): string =>
  lasts === undefined ? name : t('media.voice.lasting', { duration: formatDuration(lasts) })

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A human-readable size: '50 MB', '1 GB', '1,5 МБ'. */
export function formatBytes(bytes: number, language: Language): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const unit = units[power] ?? 'byte'
  const format = formatterFor(
    language,
    `size ${unit}`,
    locale =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: 1,
      }),
  )
  return format.format(bytes / 1024 ** power)
}

const texts: Record<string, CopyKey> = {
  not_photo_or_video: 'media.failure.type',
  no_space: 'media.failure.space',
  file_needed: 'media.failure.needed',
  file_broken: 'media.failure.broken',
  picture_too_big: 'media.failure.pixels',
  format_unsupported: 'media.failure.format',
  conversion_too_costly: 'media.failure.costly',
  storage_full: 'media.failure.storage',
  not_for_library: 'media.failure.kind',
  document_too_large: 'media.failure.document',
  not_a_course_file: 'media.failure.course',
}

/** Why an upload or file failed, in the reader's language; for an unknown code the server's text. */
export function failureText(t: Copy, { code, message = '' }: { code: string; message?: string }): string {
  if (code === 'file_too_large') return t('media.failure.size', { limit: formatBytes(uploadLimit(), t.language) })
  const known = texts[code]
  return known ? t(known) : message || t('media.failure.upload')
}
