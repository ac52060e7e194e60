import type { DraftKind } from '#shared/features/courses/draft.ts'
import type { DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import { writingOf } from '../draft-writing.ts'

type Mark = { name: 'required' | 'rest' | 'demo' | 'selfie'; fields: Partial<Record<DraftKind, MarkField>> }
type MarkField = 'requiredToComplete' | 'required' | 'dayOfRest' | 'isDemoAccessible' | 'selfieRequired'

/** What a row can be marked as, and which field of a part of each kind says so. */
export const marks: readonly Mark[] = [
  { name: 'required', fields: { day: 'requiredToComplete', homework: 'required' } },
  { name: 'rest', fields: { day: 'dayOfRest' } },
  { name: 'demo', fields: { day: 'isDemoAccessible', homework: 'isDemoAccessible' } },
  { name: 'selfie', fields: { day: 'selfieRequired', homework: 'selfieRequired' } },
]

type Marked = Pick<DraftHeadWire, 'kind' | 'content'>

const fieldOf = ({ fields }: Mark, { kind }: Marked) => fields[kind]

export const isMarked = (mark: Mark, part: Marked): boolean => {
  const field = fieldOf(mark, part)
  return field !== undefined && part.content[field] === true
}

/** The marks that these parts can have, and whether all that can have one do. */
export function marksOf(parts: readonly Marked[]): { mark: Mark; isOn: boolean }[] {
  return marks.flatMap(mark => {
    const able = parts.filter(part => fieldOf(mark, part) !== undefined)
    return able.length > 0 ? { mark, isOn: able.every(part => isMarked(mark, part)) } : []
  })
}

/** Marks parts, or takes the mark off, in one step that can be undone; answers how many have changed. Rejects when one of them could not be saved at once. */
export async function setMark(courseId: number, parts: readonly DraftHeadWire[], mark: Mark, isOn: boolean) {
  const changes = parts.flatMap(part => {
    const field = fieldOf(mark, part)
    if (field === undefined || isMarked(mark, part) === isOn) return []
    return { part: part.id, content: { [field]: isOn }, before: { [field]: !isOn } }
  })
  if (!(await writingOf(courseId).writeAll(changes))) throw new Error('Not all marks are saved')
  return changes.length
}
