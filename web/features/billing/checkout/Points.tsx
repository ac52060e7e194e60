import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { CheckoutWire } from '#shared/features/billing/wire.ts'
import { moneyText } from '#web/platform/money-text.ts'
import styles from './Checkout.module.css'
import { pointsFrom, type PurchaseProps } from './use-offer.ts'

type Points = NonNullable<CheckoutWire['points']>
export type TypedPoints = ReturnType<typeof useTypedPoints>

/** Points as they are typed, and how often so many were wanted that cannot be spent. */
export function useTypedPoints() {
  const [typed, setTyped] = useState<string>()
  const [faults, setFaults] = useState(0)
  const type = (text: string | undefined) => {
    setTyped(text)
    setFaults(0)
  }
  return { typed, type, faults, complain: () => setFaults(faults + 1) }
}

type PartProps = PurchaseProps & { field: TypedPoints }

/** How many points are spent on a purchase; nothing where they buy nothing, or where one has none. */
export function PointsPart({ offer, choose, field }: PartProps) {
  const t = useCopy()
  const { points, currency } = offer
  if (!points || points.balance === 0) return null
  const { balance, least, most } = points
  if (most > 0) return <PointsField points={points} currency={currency} choose={choose} field={field} />
  if (balance >= least) return null
  return <p className={styles.muted}>{t('billing.points.fewer', { balance, least })}</p>
}

type FieldProps = Pick<PartProps, 'choose' | 'field'> & { points: Points; currency: string }

function PointsField({ points, currency, choose, field: { typed, type, faults, complain } }: FieldProps) {
  const t = useCopy()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (faults > 0) form.current?.querySelector('input')?.focus()
  }, [faults])
  const { balance, least, most, usual, spent, value } = points
  const shown = typed ?? String(spent || usual)
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const wanted = pointsFrom(shown, points)
    if (wanted) choose({ points: wanted })
    else complain()
  }
  const worth = moneyText(t, value, currency)
  return (
    <form ref={form} className={styles.code} onSubmit={handleSubmit} noValidate>
      <TextField
        label={t('billing.points.label')}
        name="points"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={shown}
        {...(faults > 0 && { error: t('billing.points.range', { least, most }) })}
        hint={t('billing.points.hint', { balance, worth })}
        onChange={event => type(event.target.value)}
      />
      <Button look="secondary" type="submit">
        {t(spent > 0 ? 'billing.points.change' : 'billing.points.spend')}
      </Button>
      {spent > 0 && (
        <Button
          look="ghost"
          onClick={() => {
            type(undefined)
            choose({ points: 0 })
          }}
        >
          {t('billing.points.keep')}
        </Button>
      )}
    </form>
  )
}
