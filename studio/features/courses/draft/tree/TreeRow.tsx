import type { ItemInstance } from '@headless-tree/core'
import type { MouseEvent } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { DraftKind } from '#shared/features/courses/draft.ts'
import styles from '../Draft.module.css'
import own from './Tree.module.css'
import type { OtherAuthor } from '../use-authors.ts'
import type { TreeItem } from './draft-tree.ts'
import { isMarked, marks } from './part-marks.ts'

const icons: Record<DraftKind, IconName> = {
  course: 'book',
  stage: 'compass',
  day: 'calendar',
  set: 'refresh',
  place: 'play',
  lesson: 'play',
  homework: 'homework',
  document: 'document',
}

type Props = { item: ItemInstance<TreeItem>; isOpen: boolean; others: readonly OtherAuthor[] }

/** One row: it is opened by a press, chosen together with others by Shift and Ctrl. */
export function TreeRow({ item, isOpen, others }: Props) {
  const t = useCopy()
  const { part, shown, dayNumber } = item.getItemData()
  const props = item.getProps()
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    const isChoosing = event.shiftKey || event.ctrlKey || event.metaKey
    if (isChoosing) return (props['onClick'] as (event: MouseEvent) => void)(event)
    item.getTree().setSelectedItems([item.getId()])
    item.setFocused()
    if (item.isFolder()) item.expand()
    item.primaryAction()
  }
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    if (item.isExpanded()) item.collapse()
    else item.expand()
  }
  return (
    <button
      {...props}
      // The name is what the row shows: its day, title and marks.
      aria-label={undefined}
      type="button"
      className={own.row}
      style={{ paddingInlineStart: `calc(${item.getItemMeta().level} * 1rem)` }}
      data-open={isOpen || undefined}
      data-selected={item.isSelected() || undefined}
      data-target={item.isUnorderedDragTarget() || undefined}
      onClick={handleClick}
      // The arrows go on from here, also when the focus comes from elsewhere.
      onFocus={() => item.isFocused() || item.setFocused()}
    >
      {/* By keyboard the arrows open and close. */}
      <span className={own.toggle} aria-hidden onClick={item.isFolder() ? toggle : undefined}>
        {item.isFolder() && <Icon name={item.isExpanded() ? 'chevron-down' : 'chevron-right'} />}
      </span>
      <Icon name={part.content.dayOfRest ? 'rest' : icons[part.kind]} />
      <span className={styles.name}>
        {dayNumber !== undefined && (
          <span className={styles.muted}>{t('courses.tree.day', { number: dayNumber })} </span>
        )}
        <bdi>{item.getItemName()}</bdi>
      </span>
      <Marks part={shown} />
      {others.map(({ name, part: at }, index) => at === shown.id && <AuthorMark key={index} name={name} />)}
    </button>
  )
}

/** What is asked of learners at a part, and when it opens, in the row. */
function Marks({ part }: { part: TreeItem['part'] }) {
  const t = useCopy()
  const { opensAfterDays } = part.content
  const texts = [
    ...marks.flatMap(mark => (isMarked(mark, part) ? t(`courses.tree.${mark.name}`) : [])),
    ...(typeof opensAfterDays === 'number' ? [t('courses.tree.opensAfter', { count: opensAfterDays })] : []),
  ]
  return texts.length > 0 && <span className={own.marks}>{texts.join(' · ')}</span>
}

/** Another author who has the part open. */
function AuthorMark({ name }: { name: string }) {
  const t = useCopy()
  return (
    <span className={own.author}>
      <Icon name="user" />
      <VisuallyHidden>{t('courses.authors.here', { names: name })}</VisuallyHidden>
      <bdi aria-hidden>{name}</bdi>
    </span>
  )
}
