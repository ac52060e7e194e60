import { useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { type Currency, currencies, typedAmount } from '#shared/platform/money.ts'
import styles from './Billing.module.css'

export type TypedAmount = { currency: Currency; typed: string }

interface Props {
  /** The field that they are, by which errors are found. */
  field: string
  /** What each is. */
  label: 'shop.prices.in' | 'payments.worth.in'
  amounts: readonly TypedAmount[]
  onChange: (amounts: readonly TypedAmount[], ...fields: string[]) => void
  errorOf: (field: string) => string | undefined
}

/** An amount in each of some currencies. */
export function AmountsByCurrency({ field, label, amounts, onChange, errorOf }: Props) {
  const t = useCopy()
  const added = useRef<string>(undefined)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (added.current) list.current?.querySelector<HTMLElement>(`[name="${added.current}"]`)?.focus()
    added.current = undefined
  }, [amounts])
  const fields = [field, ...amounts.map((_, index) => `${field}.${index}.amount`)]
  const others = currencies.filter(currency => !amounts.some(amount => amount.currency === currency))
  return (
    <>
      {amounts.length > 0 && (
        <ul ref={list} className={styles.prices}>
          {amounts.map(({ currency, typed }, index) => (
            <li key={currency}>
              <TextField
                label={t(label, { currency })}
                hint={t('shop.prices.like', { amount: typedAmount(125_050, currency, t.language) })}
                name={currency}
                value={typed}
                error={errorOf(`${field}.${index}.amount`)}
                inputMode="decimal"
                autoComplete="off"
                onChange={event => onChange(amounts.with(index, { currency, typed: event.target.value }), ...fields)}
              />
              <IconButton
                icon="close"
                label={t('shop.prices.remove', { currency })}
                onClick={() =>
                  onChange(
                    amounts.filter(amount => amount.currency !== currency),
                    ...fields,
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      <SelectField
        label={t('shop.prices.add')}
        value=""
        error={errorOf(field)}
        onChange={event => {
          const currency = others.find(one => one === event.target.value)
          if (!currency) return
          added.current = currency
          onChange([...amounts, { currency, typed: '' }], ...fields)
        }}
      >
        <option value="">{t('shop.prices.choose')}</option>
        {others.map(currency => (
          <option key={currency}>{currency}</option>
        ))}
      </SelectField>
    </>
  )
}
