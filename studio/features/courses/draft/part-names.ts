import type { Copy } from '#kit/copy/copy.tsx'
import type { DraftHeadWire } from '#shared/features/courses/draft-fields.ts'

/** What a part is called in the reader's language, or in any; otherwise what it is. */
export function partName(part: DraftHeadWire | undefined, t: Copy): string {
  if (!part) return ''
  if (part.kind === 'set') return setName(part, t)
  return titleOf(part, t) ?? t(`courses.tree.untitled.${part.kind === 'place' ? 'lesson' : part.kind}`)
}

/** The name of a part where its kind is shown beside it. */
export const nameBesideKind = (part: DraftHeadWire, t: Copy): string =>
  part.kind === 'set' ? setName(part, t) : (titleOf(part, t) ?? t('courses.part.untitled'))

const setName = ({ content: { repeatCount = 1 } }: DraftHeadWire, t: Copy) =>
  t('courses.tree.set', { count: repeatCount })

const titleOf = ({ content: { title = {} } }: DraftHeadWire, t: Copy) =>
  [title[t.language], ...Object.values(title)].find(text => text?.trim())
