import { useEffect, useId, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { currencies, typedAmount } from '#shared/features/billing/money.ts'
import styles from '../Billing.module.css'
import type { Part } from './service-draft.ts'

/** A price in each currency in which it is sold. */
export function PriceFields({ draft, change, errorOf }: Part) {
  const t = useCopy()
  const id = useId()
  const { prices } = draft
  const added = useRef<string>(undefined)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (added.current) list.current?.querySelector<HTMLElement>(`[name="${added.current}"]`)?.focus()
    added.current = undefined
  }, [prices])
  const fields = ['prices', ...prices.map((_, index) => `prices.${index}.amount`)]
  const others = currencies.filter(currency => !prices.some(price => price.currency === currency))
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={styles.column}>
        <h2 id={id}>{t('shop.prices')}</h2>
        <p className={styles.muted}>{t('shop.prices.text')}</p>
        {prices.length > 0 && (
          <ul ref={list} className={styles.prices}>
            {prices.map(({ currency, typed }, index) => (
              <li key={currency}>
                <TextField
                  label={t('shop.prices.in', { currency })}
                  hint={t('shop.prices.like', { amount: typedAmount(125_050, currency, t.language) })}
                  name={currency}
                  value={typed}
                  error={errorOf(`prices.${index}.amount`)}
                  inputMode="decimal"
                  autoComplete="off"
                  onChange={event =>
                    change({ prices: prices.with(index, { currency, typed: event.target.value }) }, ...fields)
                  }
                />
                <IconButton
                  icon="close"
                  label={t('shop.prices.remove', { currency })}
                  onClick={() => change({ prices: prices.filter(price => price.currency !== currency) }, ...fields)}
                />
              </li>
            ))}
          </ul>
        )}
        <SelectField
          label={t('shop.prices.add')}
          value=""
          error={errorOf('prices')}
          onChange={event => {
            const currency = others.find(one => one === event.target.value)
            if (!currency) return
            added.current = currency
            change({ prices: [...prices, { currency, typed: '' }] }, ...fields)
          }}
        >
          <option value="">{t('shop.prices.choose')}</option>
          {others.map(currency => (
            <option key={currency}>{currency}</option>
          ))}
        </SelectField>
      </div>
    </Card>
  )
}
