import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { useUnloadQuestion } from '#kit/form/use-unload-question.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { serviceTypes } from '#shared/features/billing/selling/service-kinds.ts'
import type { ServiceFieldsWire } from '#shared/features/billing/selling/selling-wire.ts'
import { leastAmount } from '#shared/features/billing/payments/least-amounts.ts'
import styles from '#studio/platform/Screen.module.css'
import { useMoney } from '../data.ts'
import { PriceFields } from './PriceFields.tsx'
import { GivesFields, PaidFields, ServiceTexts } from './ServiceFields.tsx'
import { type Fault, fieldsOf, limits, type Part, type ServiceDraft } from './service-draft.ts'

type Props = {
  initial: ServiceDraft
  submit: string
  isNew?: boolean
  save: (fields: ServiceFieldsWire, draft: ServiceDraft, idempotencyKey: string) => Promise<void>
  /** Takes what somebody else has stored meanwhile. */
  again?: () => Promise<void>
}

/** All that staff say of a service. */
export function ServiceForm({ initial, submit, isNew = false, save, again }: Props) {
  const t = useCopy()
  const [draft, setDraft] = useState(initial)
  const [saved, setSaved] = useState(initial)
  useUnloadQuestion(draft !== saved)
  const key = useKeyOf(JSON.stringify(draft))
  const read = fieldsOf(draft, t.language)
  const faultText = useFaultText(draft.prices)
  const [isStale, setStale] = useState(false)
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () =>
      Object.fromEntries(Object.entries(read.faults ?? {}).map(([field, fault]) => [field, [faultText(field, fault)]])),
    send: async () => {
      setStale(false)
      if (read.faults) return
      await save(read.fields, draft, key)
      setSaved(draft)
    },
    failed: t('shop.services.failed'),
    onRefused: error => setStale(error instanceof RequestError && error.code === 'changed_meanwhile'),
  })
  const change: Part['change'] = (changes, ...fields) => {
    setDraft({ ...draft, ...changes })
    for (const field of fields) forgive(field)
  }
  const part = { draft, change, errorOf }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
      {isNew && <KindFields {...part} />}
      <ServiceTexts {...part} />
      <GivesFields {...part} />
      <PriceFields {...part} />
      <PaidFields {...part} />
      <FailureNotice failure={failure}>{isStale && again && <Again take={again} />}</FailureNotice>
      <Button type="submit" busy={isBusy}>
        {submit}
      </Button>
    </form>
  )
}

function Again({ take }: { take: () => Promise<void> }) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({ send: take, failed: t('shop.services.again.failed'), hasToast: true })
  return (
    <Button look="secondary" busy={isBusy} onClick={() => void run()}>
      {t('shop.services.again')}
    </Button>
  )
}

/** What is said at a field. */
function useFaultText(prices: ServiceDraft['prices']) {
  const t = useCopy()
  const money = useMoney()
  return (field: string, fault: Fault) => {
    if (fault === 'price_too_small' || fault === 'part_too_small') {
      const priced = prices.filter((_, at) => field === 'instalments' || field === `prices.${at}.amount`)
      const least = priced.map(({ currency }) => money(leastAmount(currency), currency)).join(', ')
      return t(`shop.fault.${fault}`, { least })
    }
    if (fault !== 'number') return t(`shop.fault.${fault}`)
    const [least, most] = limits[field as keyof typeof limits]
    return t('shop.fault.number', { least, most })
  }
}

/** What is sold, which stays as it is. */
function KindFields({ draft, change }: Part) {
  const t = useCopy()
  return (
    <Card as="section">
      <div className={styles.column}>
        <SelectField
          label={t('shop.kind')}
          hint={t(`shop.kind.${draft.type}.hint`)}
          value={draft.type}
          onChange={event => {
            const type = serviceTypes.find(one => one === event.target.value)
            if (type) change({ type }, 'course_id', 'prices')
          }}
        >
          {serviceTypes.map(type => (
            <option key={type} value={type}>
              {t(`shop.kind.${type}`)}
            </option>
          ))}
        </SelectField>
        {draft.type === 'course_subscription' && (
          <Checkbox
            label={t('shop.general')}
            hint={t('shop.general.hint')}
            checked={draft.isGeneral}
            onChange={event => change({ isGeneral: event.target.checked })}
          />
        )}
      </div>
    </Card>
  )
}
