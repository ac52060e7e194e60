import type { Copy } from '#kit/copy/copy.tsx'
import type { DraftHeadWire } from '#shared/features/courses/draft-fields.ts'

/** What a part is called in the reader's language, or in any; otherwise what it is. */
export function partName(part: DraftHeadWire | undefined, t: Copy): string {
  if (!part) return ''
  const { title = {}, repeatCount = 1 } = part.content
  if (part.kind === 'set') return t('courses.tree.set', { count: repeatCount })
  const said = [title[t.language], ...Object.values(title)].find(text => text?.trim())
  return said ?? t(`courses.tree.untitled.${part.kind === 'place' ? 'lesson' : part.kind}`)
}
