import {
  type Audience,
  type AudienceKind,
  narrowedAudience,
  narrowedTiming,
  writtenAnnouncement,
} from '#shared/features/announcements/rules.ts'
import type { AnnouncementFieldsWire, EditedAnnouncementWire } from '#shared/features/announcements/wire.ts'
import type { Written } from '#studio/platform/writing/use-writing.ts'

export type AnnouncementDraft = Written<AnnouncementFieldsWire>

/** What a part of the form shows and changes. */
export type AnnouncementPart = {
  fields: AnnouncementFieldsWire
  /** The later arguments name the fields whose faults are settled. */
  change: (changes: Partial<AnnouncementFieldsWire>, ...settled: string[]) => void
  errorOf: (field: string) => string | undefined
}

const nobody = { course_id: null, stream_id: null, club_id: null, day_id: null, days: null }

/** An audience of a kind, of which the rest is still to be said; with days that fit most schools. */
export const newAudience = (kind: AudienceKind): Audience => ({
  ...nobody,
  kind,
  days: kind === 'away' ? 14 : kind === 'stopped' ? 3 : null,
})

/** An announcement of which only the title is known: to everybody, at once, in the list and on devices. */
export const newAnnouncement = (texts: AnnouncementFieldsWire['texts']): AnnouncementFieldsWire => ({
  texts,
  link: null,
  by_push: true,
  by_letter: false,
  audience: newAudience('brand'),
  timing: { kind: 'now', at: null, on: null, time: null },
})

/** A stored announcement as it is edited. */
export function draftOf(stored: EditedAnnouncementWire): AnnouncementDraft {
  const { revision, texts, link, by_push, by_letter, audience, timing } = stored
  return { revision, fields: { texts, link, by_push, by_letter, audience, timing }, sent: [] }
}

/** What this device kept of an earlier visit, if that is a draft. */
export function draftFrom(kept: unknown): AnnouncementDraft | undefined {
  const isDraft = typeof kept === 'object' && kept !== null && 'revision' in kept && 'fields' in kept && 'sent' in kept
  return isDraft ? (kept as AnnouncementDraft) : undefined
}

/** What is sent of a draft, in the form in which it is stored. */
export const fieldsFrom = ({
  texts,
  link,
  audience,
  timing,
  ...ways
}: AnnouncementFieldsWire): AnnouncementFieldsWire => ({
  ...ways,
  texts: writtenAnnouncement(texts),
  link: link?.trim() || null,
  audience: narrowedAudience(audience),
  timing: narrowedTiming(timing),
})

/** Whether a draft says what is stored. */
export function isSaved({ fields }: Pick<AnnouncementDraft, 'fields'>, stored: EditedAnnouncementWire): boolean {
  const said = (one: AnnouncementFieldsWire) => {
    const { texts, link, by_push: push, by_letter: letter, audience, timing } = fieldsFrom(one)
    const { kind, course_id: course, stream_id: stream, club_id: club, day_id: day, days } = audience
    const when = [timing.kind, timing.at, timing.on, timing.time]
    const words = (['en', 'ru', 'es'] as const).map(language => [texts[language]?.title, texts[language]?.body])
    return JSON.stringify([words, link, push, letter, kind, course, stream, club, day, days, when])
  }
  return said(fields) === said(stored)
}
