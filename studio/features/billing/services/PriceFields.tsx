import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { AmountsByCurrency } from '../AmountsByCurrency.tsx'
import styles from '#studio/platform/Screen.module.css'
import type { Part } from './service-draft.ts'

/** A price in each currency in which it is sold. */
export function PriceFields({ draft, change, errorOf }: Part) {
  const t = useCopy()
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={styles.column}>
        <h2 id={id}>{t('shop.prices')}</h2>
        <p className={styles.muted}>{t('shop.prices.text')}</p>
        <AmountsByCurrency
          label="shop.prices.in"
          field="prices"
          amounts={draft.prices}
          onChange={(prices, ...fields) => change({ prices }, ...fields)}
          errorOf={errorOf}
        />
      </div>
    </Card>
  )
}
