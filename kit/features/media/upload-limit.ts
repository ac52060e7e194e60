import type { Language } from '#shared/platform/contract.ts'
import { formatterFor } from '#kit/copy/message.ts'
import { site } from '#kit/features/brands/site.ts'

/** How large an uploaded file may be in this school, in bytes. */
export const uploadLimit = (): number => site().config.uploadMaxBytes

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size as people say it: '50 MB', '1 GB', '1,5 МБ'. */
export function formatBytes(bytes: number, language: Language): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const unit = units[power] ?? 'byte'
  const format = formatterFor(
    language,
    `size ${unit}`,
    locale => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
  )
  return format.format(bytes / 1024 ** power)
}
