import { type SubmitEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import type { CheckoutWire } from '#shared/features/billing/wire.ts'
import { moneyText } from '#web/platform/money-text.ts'
import styles from './Checkout.module.css'
import type { PurchaseProps } from './use-offer.ts'

type Points = NonNullable<CheckoutWire['points']>

/** How many points are spent on a purchase; nothing where they buy nothing, or where one has none. */
export function PointsPart({ offer, choose }: PurchaseProps) {
  const t = useCopy()
  const { points, currency } = offer
  if (!points || points.balance === 0) return null
  const { balance, least, most } = points
  if (most > 0) return <PointsField points={points} currency={currency} choose={choose} />
  if (balance >= least) return null
  return <p className={styles.muted}>{t('billing.points.fewer', { balance, least })}</p>
}

type FieldProps = Pick<PurchaseProps, 'choose'> & { points: Points; currency: string }

function PointsField({ points: { balance, least, most, usual, spent, value }, currency, choose }: FieldProps) {
  const t = useCopy()
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? String(spent || usual)
  const [isWrong, setIsWrong] = useState(false)
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const wanted = /^\d{1,9}$/.test(shown.trim()) ? Number(shown) : 0
    const isFit = wanted >= least && wanted <= most
    setIsWrong(!isFit)
    if (isFit) choose({ points: wanted })
  }
  const worth = moneyText(t, value, currency)
  return (
    <form className={styles.code} onSubmit={handleSubmit} noValidate>
      <TextField
        label={t('billing.points.label')}
        name="points"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={shown}
        {...(isWrong && { error: t('billing.points.range', { least, most }) })}
        hint={t('billing.points.hint', { balance, worth })}
        onChange={event => {
          setTyped(event.target.value)
          setIsWrong(false)
        }}
      />
      <Button look="secondary" type="submit">
        {t(spent > 0 ? 'billing.points.change' : 'billing.points.spend')}
      </Button>
      {spent > 0 && (
        <Button
          look="ghost"
          onClick={() => {
            setTyped(undefined)
            choose({ points: 0 })
          }}
        >
          {t('billing.points.keep')}
        </Button>
      )}
    </form>
  )
}
