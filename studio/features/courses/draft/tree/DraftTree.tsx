import {
  dragAndDropFeature,
  hotkeysCoreFeature,
  selectionFeature,
  syncDataLoaderFeature,
  type TreeInstance,
} from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import styles from '../Draft.module.css'
import own from './Tree.module.css'
import { type Edit, move, type Parts, rootOf } from '../draft-edits.ts'
import { type TreeItem, treeOf } from './draft-tree.ts'
import { partName } from '../part-names.ts'
import type { OtherAuthor } from '../use-authors.ts'
import { wantTitle } from '../wanted-title.ts'
import { TreeRow } from './TreeRow.tsx'
import { TreeTools } from './TreeTools.tsx'
import { dropAt, useTreeActions } from './tree-actions.ts'
import { useMoreActions } from './use-more-actions.tsx'

type Props = {
  courseId: number
  parts: Parts
  open: string | undefined
  others: readonly OtherAuthor[]
  onOpen: (part?: string) => void
}

/** The course as a tree: parts are opened, chosen, moved by pointer and keyboard, doubled and taken out. */
export function DraftTree({ courseId, parts, open, others, onOpen }: Props) {
  const t = useCopy()
  const items = useMemo(() => treeOf(parts), [parts])
  const root = rootOf(parts)?.id ?? ''
  const nowhere: TreeItem = { ...(items.get(root) as TreeItem), children: [] }
  const [expandedItems, setExpandedItems] = useState(() =>
    [...items.values()].filter(({ part }) => part.kind === 'stage').map(({ part }) => part.id),
  )
  const { said, say, change, sayMoved, shift, takeOut, twice } = useTreeActions({
    courseId,
    parts,
    items,
    root,
    onOpen,
  })

  const tree = useTree<TreeItem>({
    rootItemId: root,
    state: { expandedItems },
    setExpandedItems,
    getItemName: item => partName(item.getItemData().shown, t),
    isItemFolder: item => item.getItemData().children.length > 0,
    dataLoader: { getItem: id => items.get(id) ?? nowhere, getChildren: id => items.get(id)?.children ?? [] },
    indent: 16,
    canReorder: true,
    canDrop: (moved, target) => dropAt(parts, moved, target) !== undefined,
    onDrop: (moved, target) => {
      const at = dropAt(parts, moved, target)
      const ids = moved.map(item => item.getId())
      if (at) void change(move(parts, ids, at.holder, at.index), sayMoved(ids[0] ?? ''))
    },
    onPrimaryAction: item => onOpen(item.getItemData().shown.id),
    features: [syncDataLoaderFeature, selectionFeature, hotkeysCoreFeature, dragAndDropFeature],
  })
  useEffect(() => tree.rebuildTree(), [tree, items, expandedItems])
  const shownRows = tree.getItems()
  const selected = tree.getSelectedItems().map(item => item.getItemData())
  useOpenRowChosen(tree, open)
  const opened = [...items.values()].filter(({ shown }) => shown.id === open)
  const more = useMoreActions({ courseId, parts, rows: selected.length ? selected : opened, say })
  const handleAdd = (edit: Edit, ids: string[], holders: readonly string[]) => {
    const taken = change(edit, () => t('courses.tree.added', { count: ids.length }))
    setExpandedItems(expanded => [...new Set([...expanded, ...holders])])
    const [first] = edit.added.filter(({ id }) => id === ids[0])
    // A place is written as the lesson that it shows.
    if (ids.length === 1) wantTitle(courseId, first?.content?.lesson ?? first?.id)
    if (ids[0]) onOpen(ids[0])
    return taken
  }
  const write = () => {
    const item = tree.getFocusedItem()
    tree.setSelectedItems([item.getId()])
    wantTitle(courseId, item.getItemData().shown.id)
    item.primaryAction()
  }
  const acts = {
    shift: (by: -1 | 1) => shift(tree, by),
    takeOut: () => takeOut(tree),
    twice: () => twice(tree),
    write,
  }
  return (
    <section className={styles.tree} aria-label={t('courses.tree')}>
      <TreeTools
        parts={parts}
        items={items}
        open={open}
        courseId={courseId}
        onAdd={handleAdd}
        onMove={acts.shift}
        onDouble={acts.twice}
        onRemove={acts.takeOut}
        more={more}
      />
      <CourseRow isOpen={open === root} onOpen={() => onOpen(root)} />
      <div
        {...tree.getContainerProps(t('courses.tree'))}
        role="tree"
        className={own.rows}
        onKeyDown={event => handleKey(event, acts)}
      >
        {shownRows.map(item => (
          <TreeRow key={item.getId()} item={item} isOpen={open === item.getItemData().shown.id} others={others} />
        ))}
        <div style={tree.getDragLineStyle()} className={own.dragLine} />
      </div>
      {shownRows.length === 0 && <p className={styles.hint}>{t('courses.tree.empty')}</p>}
      <p className={styles.hint}>{t('courses.tree.keys')}</p>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </section>
  )
}

/**
 * A part that was just added, doubled or opened from elsewhere is chosen as if its row were pressed: moving, doubling and taking out
 * are done to what the author has in sight.
 */
function useOpenRowChosen(tree: TreeInstance<TreeItem>, open: string | undefined) {
  const row = tree.getItems().find(item => item.getItemData().shown.id === open)
  const choose = useEffectEvent(() => {
    const chosen = tree.getSelectedItems().map(item => item.getItemData().shown.id)
    if (!row || (open !== undefined && chosen.includes(open))) return
    tree.setSelectedItems([row.getId()])
    row.setFocused()
    row.getElement()?.scrollIntoView({ block: 'nearest' })
    if (document.activeElement?.closest('[role=tree]')) tree.updateDomFocus()
  })
  const id = row?.getId()
  useEffect(() => {
    if (id !== undefined) choose()
  }, [id])
}

type ByKey = { shift: (by: -1 | 1) => void; takeOut: () => void; twice: () => void; write: () => void }

/** What the keys do besides those of any tree. */
function handleKey(event: KeyboardEvent, { shift, takeOut, twice, write }: ByKey) {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  const isPlain = !altKey && !ctrlKey && !metaKey && !shiftKey
  const isDoubling = (ctrlKey || metaKey) && key.toLowerCase() === 'd'
  if (altKey && key === 'ArrowUp') shift(-1)
  else if (altKey && key === 'ArrowDown') shift(1)
  else if (key === 'Delete') takeOut()
  else if (isDoubling) twice()
  else if (key === 'Enter' && isPlain) write()
  else return
  event.preventDefault()
}

/** Above the tree: what is said of the course as a whole. */
function CourseRow({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  const t = useCopy()
  return (
    <button type="button" className={own.course} aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
      <Icon name="settings" />
      {t('courses.tree.course')}
    </button>
  )
}
