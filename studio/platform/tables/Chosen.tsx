import { type ReactNode, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import styles from './Table.module.css'

/** The rows that are chosen, also those of other pages. */
export function useChosen<Row extends { id: number }>() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map())
  return {
    rows: [...chosen.values()],
    has: ({ id }: Row) => chosen.has(id),
    choose: (rows: readonly Row[], isWanted: boolean) => {
      const next = new Map(chosen)
      for (const row of rows) {
        if (isWanted) next.set(row.id, row)
        else next.delete(row.id)
      }
      setChosen(next)
    },
    clear: () => setChosen(new Map()),
  }
}

export type Chosen<Row extends { id: number }> = ReturnType<typeof useChosen<Row>>

type BarProps = { count: number; onClear: () => void; children: ReactNode }

/** What can be done with the chosen rows, while there are any. */
export function ChosenBar({ count, onClear, children }: BarProps) {
  const t = useCopy()
  if (count === 0) return null
  return (
    <div className={styles.chosen} role="group" aria-label={t('shell.rows.chosen', { count })}>
      <span>{t('shell.rows.chosen', { count })}</span>
      {children}
      <Button look="ghost" onClick={onClear}>
        {t('shell.rows.none')}
      </Button>
    </div>
  )
}
