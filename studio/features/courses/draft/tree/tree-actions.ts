import type { DragTarget, ItemInstance, TreeInstance } from '@headless-tree/core'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { DraftKind } from '#shared/features/courses/draft.ts'
import { double } from '../draft-copies.ts'
import { type Edit, type Parts, partsAfter, partsOfKind, remove, step } from '../draft-edits.ts'
import type { TreeItem } from './draft-tree.ts'
import { writingOf } from '../draft-writing.ts'
import { partName } from '../part-names.ts'
import { whereIs } from './where-is.ts'

/** Where parts would stand: those of a kind that the holder takes, after as many of them as stand before the line. */
export function dropAt(parts: Parts, moved: readonly ItemInstance<TreeItem>[], target: DragTarget<TreeItem>) {
  const kinds = new Set(moved.map(item => item.getItemData().part.kind))
  const [kind] = kinds
  const { part } = target.item.getItemData()
  const takes: Partial<Record<DraftKind, DraftKind[]>> = {
    course: ['stage', 'document', 'lesson'],
    stage: ['day', 'homework'],
    day: ['set', 'place', 'homework'],
    set: ['place'],
  }
  if (kinds.size !== 1 || !kind || !takes[part.kind]?.includes(kind)) return undefined
  const before = 'insertionIndex' in target ? target.item.getChildren().slice(0, target.childIndex) : undefined
  const index = before?.filter(item => item.getItemData().part.kind === kind).length
  if (kind !== 'place' || part.kind === 'set')
    return { holder: part.id, index: index ?? partsOfKind(parts, part.id, kind).length }
  const [only] = partsOfKind(parts, part.id, 'set')
  const isInOne = only !== undefined && partsOfKind(parts, part.id, 'set').length === 1
  return isInOne
    ? { holder: only.id, index: index ?? partsOfKind(parts, only.id, 'place').length }
    : { holder: part.id, index: 0 }
}

type Acting = {
  courseId: number
  parts: Parts
  items: ReadonlyMap<string, TreeItem>
  root: string
  /** Without a part, the tree is shown on a phone. */
  onOpen: (part?: string) => void
}

/** What is done to the chosen rows, and what of it is said to a screen reader. */
export function useTreeActions({ courseId, parts, items, root, onOpen }: Acting) {
  const t = useCopy()
  const [said, setSaid] = useState('')

  const change = async (edit: Edit, say?: (after: Parts) => string): Promise<boolean> => {
    const after = partsAfter(parts, edit)
    if (edit.added.length + edit.placed.length > 0 && say) setSaid(say(after))
    try {
      await writingOf(courseId).order(edit)
      return true
    } catch {
      toast(t('courses.draft.notDone'), { tone: 'danger' })
      return false
    }
  }
  const sayMoved = (id: string) => (after: Parts) => whereIs(after, id, t)
  const chosen = (tree: TreeInstance<TreeItem>) => {
    const focused = tree.getFocusedItem().getId()
    const selected = tree.getSelectedItems().map(item => item.getId())
    return selected.includes(focused) ? selected : [focused]
  }
  const shift = (tree: TreeInstance<TreeItem>, by: -1 | 1) => {
    const ids = chosen(tree)
    const edit = step(parts, ids, by)
    if (edit.placed.length === 0) return setSaid(t('courses.tree.atEnd'))
    void change(edit, sayMoved(ids[0] ?? ''))
  }
  const takeOut = (tree: TreeInstance<TreeItem>) => {
    const ids = chosen(tree).filter(id => id !== root)
    const next = tree.getFocusedItem().getItemAbove() ?? tree.getItems()[0]
    void change(remove(parts, ids), () => t('courses.tree.removed', { count: ids.length }))
    next?.setFocused()
    // The row that has the focus goes.
    if (document.activeElement?.closest('[role=tree]')) next?.getElement()?.focus()
    onOpen()
  }
  const twice = (tree: TreeInstance<TreeItem>) => {
    const [id = ''] = chosen(tree)
    const { edit, ids } = double(parts, id)
    void change(edit, () => t('courses.tree.doubled', { name: partName(items.get(id)?.shown, t) }))
    if (ids[0]) onOpen(ids[0])
  }
  return { said, say: setSaid, change, sayMoved, shift, takeOut, twice }
}
