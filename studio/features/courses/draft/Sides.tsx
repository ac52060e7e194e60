import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import styles from './Draft.module.css'

type Props = { mine: readonly ReactNode[]; theirs: readonly ReactNode[]; onSettle: (by: 'mine' | 'theirs') => void }

/** What two authors have written in the same place, side by side; neither is lost before one is chosen. */
export function Sides({ mine, theirs, onSettle }: Props) {
  const t = useCopy()
  const sides = [
    { by: 'mine', said: mine },
    { by: 'theirs', said: theirs },
  ] as const
  return (
    <Notice tone="warn" live title={t('courses.conflict.title')}>
      <p>{t('courses.conflict.text')}</p>
      <div className={styles.sides}>
        {sides.map(({ by, said }) => (
          <div key={by} className={styles.side}>
            <h3>{t(`courses.conflict.${by}`)}</h3>
            {said.map((one, index) => (
              <p key={index} dir="auto" className={styles.said}>
                {one}
              </p>
            ))}
            <Button look="secondary" onClick={() => onSettle(by)}>
              {t(`courses.conflict.keep.${by}`)}
            </Button>
          </div>
        ))}
      </div>
    </Notice>
  )
}
