import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { type FieldTexts, useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { FieldGroup } from '#kit/ui/fields/FieldGroup.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { type Currency, currencies } from '#shared/platform/money.ts'
import { leastAmount } from '#shared/features/billing/payments/least-amounts.ts'
import { leavesTooLittle } from '#shared/features/billing/selling/discount.ts'
import type { DiscountFieldsWire, ShopDiscountWire } from '#shared/features/billing/selling/selling-wire.ts'
import screen from '#studio/platform/Screen.module.css'
import styles from '../Billing.module.css'
import { refreshCodes, servicesQuery, useMoney } from '../data.ts'
import { paymentsQuery } from '../payments/data.ts'
import { type CodeDraft, draftOf, fieldsOf, newCode } from './code-draft.ts'

type Part = {
  draft: CodeDraft
  change: (changes: Partial<CodeDraft>, ...fields: string[]) => void
  errorOf: (field: string) => string | undefined
}

/** Adds a discount code, or changes what one gives. */
export function CodeDialog({ discount, onClose }: { discount?: ShopDiscountWire; onClose: () => void }) {
  const t = useCopy()
  const own = useQuery({ ...paymentsQuery(), select: ({ terms }) => terms.currency as Currency }).data ?? 'USD'
  const [changes, setChanges] = useState<Partial<CodeDraft>>({})
  const draft = { ...(discount ? draftOf(discount, t.language, own) : newCode(own)), ...changes }
  const key = useKeyOf(JSON.stringify(draft))
  const read = fieldsOf(draft, t.language)
  const tooLittle = useTooLittle()
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => ({
      ...(!discount && !draft.code.trim() && { code: [t('shop.codes.code.needed')] }),
      ...Object.fromEntries(
        Object.entries(read.faults ?? {}).map(([field, fault]) => [field, [t(`shop.codes.fault.${fault}`)]]),
      ),
      ...(!read.faults && tooLittle(read.fields)),
    }),
    send: async () => {
      if (read.faults) return
      if (discount) {
        const body = { ...read.fields, revision: discount.revision }
        await request('PUT /studio/discounts/:id', { params: { id: discount.id }, body })
      } else {
        const body = { code: draft.code, ...read.fields }
        await request('POST /studio/discounts', { body, idempotencyKey: key })
      }
      await refreshCodes()
      onClose()
      toast(t(discount ? 'shop.codes.changed' : 'shop.codes.added'), { tone: 'success' })
    },
    failed: t('shop.codes.failed'),
    // The list behind then has what somebody else has stored; opened again, the dialog has it too.
    onRefused: () => void refreshCodes(),
  })
  const change: Part['change'] = (changed, ...fields) => {
    setChanges(before => ({ ...before, ...changed }))
    for (const field of fields) forgive(field)
  }
  const part = { draft, change, errorOf }
  return (
    <Dialog title={discount ? discount.code : t('shop.codes.add')} onClose={onClose}>
      <form ref={form} className={screen.form} noValidate onSubmit={handleSubmit}>
        {discount ? (
          <p className={screen.muted}>{t('shop.codes.change.text')}</p>
        ) : (
          <TextField
            label={t('shop.codes.code')}
            hint={t('shop.codes.code.hint')}
            value={draft.code}
            maxLength={40}
            error={errorOf('code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus
            onChange={event => change({ code: event.target.value }, 'code')}
          />
        )}
        <LowersFields {...part} />
        <LimitFields {...part} />
        <ServiceChoice {...part} />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t(discount ? 'shop.codes.save' : 'shop.codes.add')}
        </Button>
      </form>
    </Dialog>
  )
}

/** Says of which product a code would leave less than providers take. */
function useTooLittle() {
  const t = useCopy()
  const money = useMoney()
  const { data = [] } = useQuery(servicesQuery())
  return (fields: DiscountFieldsWire): FieldTexts => {
    const sold = data.filter(({ is_archived: isArchived }) => !isArchived)
    const found = leavesTooLittle(fields, sold)
    if (!found) return {}
    const { service, currency, left } = found
    const amounts = { left: money(left, currency), least: money(leastAmount(currency), currency) }
    const text = t('shop.codes.fault.little', { title: service.title, ...amounts })
    return { [fields.percent === null ? 'amount' : 'percent']: [text] }
  }
}

/** By how much a code lowers a price. */
function LowersFields({ draft, change, errorOf }: Part) {
  const t = useCopy()
  const isPercent = draft.kind === 'percent'
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t('shop.codes.kind')}
          value={draft.kind}
          onChange={event =>
            change({ kind: event.target.value === 'amount' ? 'amount' : 'percent' }, 'percent', 'amount')
          }
        >
          <option value="percent">{t('shop.codes.kind.percent')}</option>
          <option value="amount">{t('shop.codes.kind.amount')}</option>
        </SelectField>
        {isPercent ? (
          <TextField
            label={t('shop.codes.percent')}
            value={draft.percent}
            error={errorOf('percent')}
            inputMode="numeric"
            autoComplete="off"
            onChange={event => change({ percent: event.target.value }, 'percent')}
          />
        ) : (
          <SelectField
            label={t('shop.currency')}
            value={draft.currency}
            error={errorOf('currency')}
            onChange={event =>
              change(
                { currency: currencies.find(one => one === event.target.value) ?? draft.currency },
                'amount',
                'currency',
              )
            }
          >
            {currencies.map(currency => (
              <option key={currency}>{currency}</option>
            ))}
          </SelectField>
        )}
      </div>
      {!isPercent && (
        <TextField
          label={t('shop.codes.amount', { currency: draft.currency })}
          value={draft.amount}
          error={errorOf('amount')}
          inputMode="decimal"
          autoComplete="off"
          onChange={event => change({ amount: event.target.value }, 'amount')}
        />
      )}
    </>
  )
}

/** How often and when a code holds. */
function LimitFields({ draft, change, errorOf }: Part) {
  const t = useCopy()
  return (
    <>
      <TextField
        label={t('shop.codes.most')}
        hint={t('shop.codes.most.hint')}
        value={draft.mostUses}
        error={errorOf('most_uses')}
        inputMode="numeric"
        autoComplete="off"
        onChange={event => change({ mostUses: event.target.value }, 'most_uses')}
      />
      <div className={styles.pair}>
        <TextField
          label={t('shop.codes.from')}
          type="date"
          value={draft.startsOn}
          error={errorOf('starts_on')}
          onChange={event => change({ startsOn: event.target.value }, 'starts_on', 'ends_on')}
        />
        <TextField
          label={t('shop.codes.until')}
          type="date"
          value={draft.endsOn}
          error={errorOf('ends_on')}
          onChange={event => change({ endsOn: event.target.value }, 'ends_on')}
        />
      </div>
    </>
  )
}

/** For which services a code holds; none chosen means all. */
function ServiceChoice({ draft, change, errorOf }: Part) {
  const t = useCopy()
  const { data = [] } = useQuery(servicesQuery())
  const chosen = new Set(draft.serviceIds)
  const services = data.filter(({ id, is_archived }) => !is_archived || chosen.has(id))
  return (
    <FieldGroup
      label={t('shop.codes.services')}
      note={t(chosen.size ? 'shop.codes.services.some' : 'shop.codes.services.all')}
      error={errorOf('service_ids')}
    >
      {services.map(({ id, title }) => (
        <Checkbox
          key={id}
          label={<span dir="auto">{title}</span>}
          checked={chosen.has(id)}
          onChange={event =>
            change(
              { serviceIds: event.target.checked ? [...chosen, id] : draft.serviceIds.filter(one => one !== id) },
              'service_ids',
            )
          }
        />
      ))}
    </FieldGroup>
  )
}
