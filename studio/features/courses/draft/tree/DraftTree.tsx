import { dragAndDropFeature, hotkeysCoreFeature, selectionFeature, syncDataLoaderFeature } from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import styles from '../Draft.module.css'
import { move, type Parts, rootOf } from '../draft-edits.ts'
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
      if (at) change(move(parts, ids, at.holder, at.index), sayMoved(ids[0] ?? ''))
    },
    onPrimaryAction: item => onOpen(item.getItemData().shown.id),
    features: [syncDataLoaderFeature, selectionFeature, hotkeysCoreFeature, dragAndDropFeature],
  })
  useEffect(() => tree.rebuildTree(), [tree, items, expandedItems])
  const shownRows = tree.getItems()
  const selected = tree.getSelectedItems().map(item => item.getItemData())
  const opened = [...items.values()].filter(({ shown }) => shown.id === open)
  const more = useMoreActions({ courseId, parts, rows: selected.length ? selected : opened, say })
  const write = () => {
    const item = tree.getFocusedItem()
    tree.setSelectedItems([item.getId()])
    wantTitle(courseId, item.getItemData().shown.id)
    item.primaryAction()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    const isPlain = !altKey && !ctrlKey && !metaKey && !shiftKey
    const isDoubling = (ctrlKey || metaKey) && key.toLowerCase() === 'd'
    if (altKey && key === 'ArrowUp') shift(tree, -1)
    else if (altKey && key === 'ArrowDown') shift(tree, 1)
    else if (key === 'Delete') takeOut(tree)
    else if (isDoubling) twice(tree)
    else if (key === 'Enter' && isPlain) write()
    else return
    event.preventDefault()
  }
  return (
    <section className={styles.tree} aria-label={t('courses.tree')}>
      <TreeTools
        parts={parts}
        items={items}
        open={open}
        onAdd={(edit, ids, holder) => {
          change(edit, () => t('courses.tree.added', { count: ids.length }))
          setExpandedItems(expanded => [...new Set([...expanded, holder])])
          const [first] = edit.added.filter(({ id }) => id === ids[0])
          // A place is written as the lesson that it shows.
          if (ids.length === 1) wantTitle(courseId, first?.content?.lesson ?? first?.id)
          if (ids[0]) onOpen(ids[0])
        }}
        onMove={by => shift(tree, by)}
        onDouble={() => twice(tree)}
        onRemove={() => takeOut(tree)}
        more={more}
      />
      <button
        type="button"
        className={styles.course}
        aria-current={open === root ? 'true' : undefined}
        onClick={() => onOpen(root)}
      >
        <Icon name="settings" />
        {t('courses.tree.course')}
      </button>
      <div {...tree.getContainerProps(t('courses.tree'))} role="tree" className={styles.rows} onKeyDown={handleKeyDown}>
        {shownRows.map(item => (
          <TreeRow key={item.getId()} item={item} isOpen={open === item.getItemData().shown.id} others={others} />
        ))}
        <div style={tree.getDragLineStyle()} className={styles.dragLine} />
      </div>
      {shownRows.length === 0 && <p className={styles.hint}>{t('courses.tree.empty')}</p>}
      <p className={styles.hint}>{t('courses.tree.keys')}</p>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </section>
  )
}
