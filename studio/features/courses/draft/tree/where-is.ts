import type { Copy } from '#kit/copy/copy.tsx'
import type { Parts } from '../draft-edits.ts'
import { partName } from '../part-names.ts'
import { treeOf } from './draft-tree.ts'

/** Where a part stands now, in words: “Tap, 2 of 3 in Water”. */
export function whereIs(parts: Parts, id: string, t: Copy): string {
  const items = treeOf(parts)
  const item = items.get(id)
  const holder = [...items.values()].find(({ children }) => children.includes(id))
  const row = (holder?.children ?? []).filter(child => items.get(child)?.part.kind === item?.part.kind)
  const values = { name: partName(item?.shown, t), place: row.indexOf(id) + 1, count: row.length }
  return t('courses.tree.moved', { ...values, holder: partName(holder?.shown, t) })
}
