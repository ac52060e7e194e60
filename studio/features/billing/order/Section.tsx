import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import rows from '#studio/platform/Rows.module.css'
import styles from '#studio/platform/Screen.module.css'

/** A titled list of a story, or that there is nothing in it. */
export function Section({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  const t = useCopy()
  return (
    <Card as="section">
      <div className={styles.column}>
        <h2>{title}</h2>
        {isEmpty ? <p className={styles.muted}>{t('shop.nothing')}</p> : <ul className={rows.items}>{children}</ul>}
      </div>
    </Card>
  )
}
