import { useCopy } from '#kit/copy/copy.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { type Currency, currencies } from '#shared/platform/money.ts'
import { isCurrency } from '#shared/features/billing/payments/payment-settings.ts'
import { tagOf } from '#shared/platform/language-tag.ts'

type Props = { value: Currency; hint?: string; error: string | undefined; onChange: (currency: Currency) => void }

/** The currency in which a school sells, by its name. */
export function CurrencyField({ value, hint, error, onChange }: Props) {
  const t = useCopy()
  const names = new Intl.DisplayNames(tagOf(t.language), { type: 'currency' })
  return (
    <SelectField
      label={t('payments.currency')}
      hint={hint}
      value={value}
      error={error}
      onChange={({ target }) => {
        if (isCurrency(target.value)) onChange(target.value)
      }}
    >
      {currencies.map(code => (
        <option key={code} value={code}>
          {code} — {names.of(code)}
        </option>
      ))}
    </SelectField>
  )
}
