import { useCopy } from '#kit/copy/copy.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import type { MenuItem } from '#kit/ui/layers/Menu.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { Parts } from '../draft-edits.ts'
import type { TreeItem } from './draft-tree.ts'
import { marksOf, setMark } from './part-marks.ts'
import { SendPartsDialog } from './SendPartsDialog.tsx'

type Acting = { courseId: number; parts: Parts; rows: readonly TreeItem[]; say: (words: string) => void }

/** What can be done with the chosen rows besides moving them: marking them, and sending them to another course. */
export function useMoreActions({ courseId, parts, rows, say }: Acting): MenuItem[] {
  const t = useCopy()
  const shown = rows.map(row => row.shown)
  const markItems = marksOf(shown).map(({ mark, isOn }) => ({
    label: t(isOn ? 'courses.tree.unmark' : 'courses.tree.mark', { mark: t(`courses.tree.${mark.name}`) }),
    onSelect: async () => {
      try {
        say(t('courses.tree.marked', { count: await setMark(courseId, shown, mark, !isOn) }))
      } catch {
        toast(t('courses.draft.notDone'), { tone: 'danger' })
      }
    },
  }))
  const kinds = new Set(rows.map(({ part }) => part.kind))
  if (kinds.size !== 1 || kinds.has('course')) return markItems
  const ids = rows.map(({ part }) => part.id)
  const send = () =>
    openDialog<void>(close => <SendPartsDialog courseId={courseId} parts={parts} ids={ids} onClose={() => close()} />)
  return [...markItems, { label: t('courses.send'), separated: markItems.length > 0, onSelect: () => void send() }]
}
