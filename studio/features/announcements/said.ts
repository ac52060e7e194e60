import { useCopy } from '#kit/copy/copy.tsx'
import { writtenAnnouncement } from '#shared/features/announcements/rules.ts'
import type { AnnouncementFieldsWire } from '#shared/features/announcements/wire.ts'

/** What an announcement says and to whom, as two versions of it are compared. */
export function useSaidOf() {
  const t = useCopy()
  return ({ texts, link, audience, timing, ...ways }: AnnouncementFieldsWire): string[] => [
    ...Object.entries(writtenAnnouncement(texts)).map(([language, { title, body }]) =>
      [`${language}: ${title}`, body].filter(Boolean).join('\n\n'),
    ),
    ...(link ? [link] : []),
    `${t('announcements.audience')}: ${t(`announcements.audience.${audience.kind}`)}`,
    `${t('announcements.timing')}: ${t(`announcements.timing.${timing.kind}`)}`,
    ...(['by_push', 'by_letter'] as const).filter(way => ways[way]).map(way => t(`announcements.${way}`)),
  ]
}
