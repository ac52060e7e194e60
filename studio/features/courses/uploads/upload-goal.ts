import type { DraftFields } from '#shared/features/courses/draft-fields.ts'
import type { LibraryFileWire } from '#shared/features/library/contract.ts'

const noVideos = { main: null, analysis: null, vertical: null, verticalAnalysis: null }
/** The films that a lesson can have, in the order in which authors see them. */
export const slots = ['main', 'vertical', 'analysis', 'verticalAnalysis'] as const
const single = ['image', 'background', 'demoVideo', 'media'] as const

export type FileField = (typeof single)[number] | (typeof slots)[number]

/** The place of one file in a draft: which field of which part. */
export type FilePlace = { course: number; part: string; field: FileField }

export const goalOf = ({ course, part, field }: FilePlace): string => JSON.stringify([course, part, field])

/** What an upload was told to be for; undefined where it is for the library alone. */
export function placeOf(goal: string | undefined): FilePlace | undefined {
  if (goal === undefined) return undefined
  const [course, part, field] = JSON.parse(goal) as [number, string, FileField]
  return { course, part, field }
}

const isSlot = (field: FileField): field is (typeof slots)[number] => slots.some(slot => slot === field)

/** The file that stands in a field; null where none does. */
export const fileIn = (content: DraftFields, field: FileField): number | null =>
  isSlot(field) ? (content.videos ?? noVideos)[field] : (content[field] ?? null)

/** The fields of a part with a file, or none, in one of them. */
export function withFile({ videos = noVideos }: DraftFields, field: FileField, id: number | null): DraftFields {
  if (isSlot(field)) return { videos: { ...videos, [field]: id } }
  return field === 'media' ? { media: id, url: null } : { [field]: id }
}

export function kindOfField(field: FileField): LibraryFileWire['kind'] {
  if (field === 'media') return 'document'
  return field === 'image' || field === 'background' ? 'image' : 'video'
}

/** What a file is by the type that its bytes show; documents show none. */
export const kindOfType = (type: string): LibraryFileWire['kind'] =>
  type.startsWith('video/') ? 'video' : type.startsWith('image/') ? 'image' : 'document'
