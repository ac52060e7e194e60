import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { startUpload } from '#kit/features/media/uploads/uploading.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Menu, type MenuItem } from '#kit/ui/layers/Menu.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import styles from '../Draft.module.css'
import own from './Tree.module.css'
import { add, type Edit, type Parts, partsOfKind, rootOf } from '../draft-edits.ts'
import { addFilms, titleOfFile } from '../draft-films.ts'
import { partName } from '../part-names.ts'
import { goalOf } from '../../uploads/upload-goal.ts'
import { around, type TreeItem } from './draft-tree.ts'
import { type ChosenFilms, FilmsDialog } from './FilmsDialog.tsx'

type Props = {
  courseId: number
  parts: Parts
  items: ReadonlyMap<string, TreeItem>
  open: string | undefined
  /** An edit, the parts that it adds, and what holds them; answers whether the server has taken it. */
  onAdd: (edit: Edit, ids: string[], holders: readonly string[]) => Promise<boolean>
  onMove: (by: -1 | 1) => void
  onDouble: () => void
  onRemove: () => void
  /** What else can be done with the chosen parts. */
  more: readonly MenuItem[]
}

const kinds = ['stage', 'day', 'lesson', 'homework', 'document'] as const
type Kind = (typeof kinds)[number]

/** What can be done in the tree without keys: adding parts, one or a list, and moving, doubling, taking out the chosen ones. */
export function TreeTools({ courseId, parts, items, open, onAdd, onMove, onDouble, onRemove, more }: Props) {
  const t = useCopy()
  const root = rootOf(parts)
  const language = root?.content.languages?.[0] ?? 'en'
  const row = [...items.values()].find(({ shown }) => shown.id === open)?.part.id ?? root?.id ?? ''
  const stages = partsOfKind(parts, root?.id ?? '', 'stage')
  const stage = around(items, row, 'stage') ?? stages.at(-1)?.id
  const day = around(items, row, 'day') ?? (stage ? partsOfKind(parts, stage, 'day').at(-1)?.id : undefined)
  const holders: Record<Kind, string | undefined> = {
    stage: root?.id,
    day: stage,
    lesson: day,
    homework: day ?? stage,
    document: root?.id,
  }
  const possible = kinds.filter(kind => holders[kind] !== undefined)
  const put = (kind: Kind, titles: readonly string[]) => {
    const holder = holders[kind]
    if (holder === undefined) return
    const place =
      kind === 'day' && day ? partsOfKind(parts, holder, 'day').findIndex(({ id }) => id === day) + 1 : undefined
    const { edit, ids } = add(parts, { kind, holder, index: place, titles, language })
    void onAdd(edit, ids, [holder])
  }
  const putList = async () => {
    const list = await openDialog<{ kind: Kind; titles: string[] }>(close => (
      <ListDialog kinds={possible} onClose={() => close()} onDone={(kind, titles) => close({ kind, titles })} />
    ))
    if (list) put(list.kind, list.titles)
  }
  const putFilms = async (into: string) => {
    const name = partName(items.get(into)?.shown, t)
    const films = await openDialog<ChosenFilms>(close => (
      <FilmsDialog day={name} onClose={() => close()} onDone={close} />
    ))
    if (!films) return
    const titles = films.files.map(({ name: file }) => titleOfFile(file))
    const { edit, rows, lessons, days } = addFilms(parts, { day: into, titles, isSpread: films.isSpread, language })
    if (!(await onAdd(edit, rows, days))) return
    const goals = lessons.map(part => goalOf({ course: courseId, part, field: films.slot }))
    await Promise.all(films.files.map((file, index) => startUpload(file, 'library', { goal: goals[index] })))
  }
  const entries = [
    ...possible.map(kind => ({ label: t(`courses.tree.add.${kind}`), onSelect: () => put(kind, ['']) })),
    { label: t('courses.tree.add.list'), separated: true, onSelect: () => void putList() },
    ...(day ? [{ label: t('courses.tree.add.films'), onSelect: () => void putFilms(day) }] : []),
  ]
  return (
    <div role="toolbar" aria-label={t('courses.tree.tools')} className={styles.tools}>
      <Menu label={t('courses.tree.add')} items={entries} className={own.add}>
        {t('courses.tree.add')}
        <Icon name="chevron-down" />
      </Menu>
      <span className={own.acts}>
        <IconButton icon="prev" className={styles.up} label={t('courses.tree.up')} onClick={() => onMove(-1)} />
        <IconButton icon="next" className={styles.up} label={t('courses.tree.down')} onClick={() => onMove(1)} />
        <IconButton icon="document" label={t('courses.tree.double')} onClick={onDouble} />
        <IconButton icon="close" label={t('courses.tree.remove')} onClick={onRemove} />
        {more.length > 0 && (
          <Menu label={t('courses.tree.more')} items={more} className={own.more}>
            <Icon name="menu" />
          </Menu>
        )}
      </span>
    </div>
  )
}

type ListProps = { kinds: readonly Kind[]; onClose: () => void; onDone: (kind: Kind, titles: string[]) => void }
const mostLines = 300

/** Many parts of one kind by their titles, one a line. */
function ListDialog({ kinds: possible, onClose, onDone }: ListProps) {
  const t = useCopy()
  const [text, setText] = useState('')
  const titles = text.split(/\r?\n/).flatMap(line => line.trim().slice(0, 300) || [])
  const isTooLong = titles.length > mostLines
  return (
    <Dialog title={t('courses.tree.add.list')} onClose={onClose}>
      <div className={styles.fields}>
        <TextArea
          label={t('courses.tree.list')}
          hint={t('courses.tree.list.hint')}
          error={isTooLong ? t('courses.tree.list.long', { most: mostLines }) : undefined}
          rows={8}
          value={text}
          data-autofocus
          onChange={event => setText(event.target.value)}
        />
        <div className={styles.actions}>
          {possible.map(kind => (
            <Button
              key={kind}
              look="secondary"
              disabled={titles.length === 0 || isTooLong}
              onClick={() => onDone(kind, titles)}
            >
              {t(`courses.tree.list.${kind}`, { count: titles.length })}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
