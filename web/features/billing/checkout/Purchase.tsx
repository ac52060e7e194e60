import { type SubmitEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { Choice } from '../payment/Choice.tsx'
import { moneyText } from '#web/platform/money-text.ts'
import { Bill } from './Bill.tsx'
import styles from './Checkout.module.css'
import { PointsPart, type TypedPoints, useTypedPoints } from './Points.tsx'
import { PayButton } from './PayButton.tsx'
import { amountToday, codeFrom, type PurchaseProps, unappliedOf, useCodeRefusal } from './use-offer.ts'
import { WhatItGives } from './WhatItGives.tsx'

/** What is bought, at which terms, and how it is paid. */
export function Purchase(props: PurchaseProps) {
  const t = useCopy()
  const { offer, choices } = props
  const [typed, setTyped] = useState(choices.code)
  const points = useTypedPoints()
  const unapplied = unappliedOf({ code: typed, points: points.typed }, offer, choices)
  return (
    <>
      {offer.is_sandbox && <Notice>{t('billing.sandbox')}</Notice>}
      <WhatItGives offer={offer} />
      {offer.is_owned ? (
        <Notice
          tone="success"
          title={t('billing.checkout.owned')}
          action={<LinkButton href={pathTo('home')}>{t('billing.toHome')}</LinkButton>}
        />
      ) : (
        <Card as="section" className={styles.card}>
          <Terms {...props} typed={typed} onType={setTyped} points={points} />
          <PayButton {...props} unapplied={unapplied} onUnfit={points.complain} />
        </Card>
      )}
    </>
  )
}

type TypedCode = { typed: string; onType: (typed: string) => void }

function Terms({ typed, onType, points, ...props }: PurchaseProps & TypedCode & { points: TypedPoints }) {
  const t = useCopy()
  const { offer, choices, choose } = props
  const { prices } = offer.service
  const total = moneyText(t, offer.total, offer.currency)
  const parts = {
    count: offer.instalments.length,
    amount: moneyText(t, amountToday(offer, { ...choices, isInInstalments: true }), offer.currency),
  }
  return (
    <>
      {prices.length > 1 && (
        <SelectField
          label={t('billing.checkout.currency')}
          value={offer.currency}
          onChange={event => choose({ currency: event.target.value })}
        >
          {prices.map(({ currency }) => (
            <option key={currency}>{currency}</option>
          ))}
        </SelectField>
      )}
      <CodeField
        typed={typed}
        onType={onType}
        serviceId={offer.service.id}
        choices={choices}
        choose={choose}
        isTaken={offer.discount > 0}
      />
      <PointsPart {...props} field={points} />
      {offer.instalments.length > 0 && (
        <Choice
          legend={t('billing.checkout.how')}
          options={[
            { value: 'whole', label: t('billing.checkout.whole', { amount: total }) },
            { value: 'parts', label: t('billing.checkout.parts', parts) },
          ]}
          value={choices.isInInstalments ? 'parts' : 'whole'}
          onChange={how => choose({ isInInstalments: how === 'parts' })}
        />
      )}
      <Bill offer={offer} choices={choices} />
    </>
  )
}

type CodeProps = Pick<PurchaseProps, 'choices' | 'choose'> & TypedCode & { serviceId: number; isTaken: boolean }

/** A code that cannot be used says why; the purchase goes on without it. */
function CodeField({ serviceId, choices, choose, isTaken, typed, onType }: CodeProps) {
  const t = useCopy()
  const refusal = useCodeRefusal(serviceId, choices)
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    choose({ code: codeFrom(typed) })
  }
  const isApplied = choices.code !== '' && isTaken && !refusal
  return (
    <form className={styles.code} onSubmit={handleSubmit} noValidate>
      <TextField
        label={t('billing.checkout.code')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={60}
        value={typed}
        {...(refusal && { error: `${refusal}. ${t('billing.checkout.codeLeft')}` })}
        {...(isApplied && { hint: t('billing.checkout.codeApplied') })}
        onChange={event => onType(event.target.value)}
      />
      <Button look="secondary" type="submit">
        {typed === '' && choices.code !== '' ? t('billing.checkout.codeRemove') : t('billing.checkout.codeApply')}
      </Button>
    </form>
  )
}
