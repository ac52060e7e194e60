import { useSyncExternalStore } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { partsIn } from '#shared/features/courses/draft.ts'
import type { DraftHeadWire } from '#shared/features/courses/draft-fields.ts'
import type { Parts } from '../draft-edits.ts'
import { writingOf } from '../draft-writing.ts'
import type { Side } from '../merge-order.ts'
import { partName } from '../part-names.ts'
import styles from '../Draft.module.css'
import own from './Tree.module.css'

/** The order as two authors have left it, side by side; neither is lost before one is chosen. */
export function OrderConflict({ courseId, mine }: { courseId: number; mine: Parts }) {
  const t = useCopy()
  const { orders } = writingOf(courseId)
  const { conflict } = useSyncExternalStore(orders.state.subscribe, orders.state.read)
  const { run, isBusy } = useSubmit({
    send: (by: Side) => orders.settle(by),
    failed: t('courses.draft.notDone'),
    hasToast: true,
  })
  if (!conflict) return null
  const sides = [
    { by: 'mine', parts: mine },
    { by: 'theirs', parts: conflict.theirs.parts },
  ] as const
  return (
    <Notice tone="warn" live title={t('courses.order.conflict.title')}>
      <p>{t('courses.order.conflict.text')}</p>
      <div className={styles.sides}>
        {sides.map(({ by, parts }) => (
          <div key={by} className={styles.side}>
            <h2 className={own.side}>{t(`courses.conflict.${by}`)}</h2>
            {conflict.holders.map(holder => (
              <Row key={holder} parts={parts} holder={holder} />
            ))}
            <Button look="secondary" busy={isBusy} onClick={() => void run(by)}>
              {t(`courses.order.keep.${by}`)}
            </Button>
          </div>
        ))}
      </div>
    </Notice>
  )
}

/** What stands in one part, in its order. */
function Row({ parts, holder }: { parts: Parts; holder: string }) {
  const t = useCopy()
  const find = (id: string | null | undefined) => parts.find(part => part.id === id)
  const part = find(holder)
  // Lessons stand in a set, which authors see as the day.
  const shown = part?.kind === 'set' ? find(part.parent_id) : part
  const nameOf = (one: DraftHeadWire) => partName(one.kind === 'place' ? find(one.content.lesson) : one, t)
  const held = part?.is_removed ? [] : partsIn(parts, holder)
  return (
    <div>
      <p dir="auto" className={styles.muted}>
        {partName(shown, t)}
      </p>
      {held.length === 0 && <p className={styles.muted}>{t('courses.order.nothing')}</p>}
      <ol className={own.order}>
        {held.map(one => (
          <li key={one.id} dir="auto">
            {nameOf(one)}
          </li>
        ))}
      </ol>
    </div>
  )
}
