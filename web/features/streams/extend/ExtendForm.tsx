import { useState } from 'react'
import { useLocation } from 'wouter'
import { queryClient } from '#kit/cache/query-client.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { useDraft } from '#kit/form/draft.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { User } from '#shared/features/accounts/forms.ts'
import type { ExtensionWire } from '#shared/features/streams/extend-calls.ts'
import { keepOrder } from '#web/features/billing/data.ts'
import { Choice } from '#web/features/billing/payment/Choice.tsx'
import { moneyText } from '#web/platform/money-text.ts'
import { explainPayment, withEmail } from '#web/features/billing/payment/pay.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './ExtendScreen.module.css'

type Props = { streamId: number; extensions: readonly ExtensionWire[]; user: User; endsOn: string | undefined }

/** What an extension adds, in words. */
function addsText(t: Copy, { days, consultations, ends_on: endsOn }: ExtensionWire): string {
  return [
    days !== null &&
      endsOn !== null &&
      t('streams.extend.days', { count: days, date: formatLocalDate(endsOn, t.language) }),
    consultations > 0 && t('streams.extend.consultations', { count: consultations }),
  ]
    .filter(Boolean)
    .join(' · ')
}

const contacts = [
  { field: 'name', type: 'text', autoComplete: 'name', most: 100 },
  { field: 'phone', type: 'tel', autoComplete: 'tel', most: 30 },
  { field: 'email', type: 'email', autoComplete: 'email', most: 254 },
] as const

const typedFields = ['code', 'name', 'phone', 'email'] as const
type Typed = Partial<Record<(typeof typedFields)[number], string>>

/** What was typed and is not ordered yet, also before an earlier visit ended; anything else that is stored is left out. */
const typedFrom = (kept: unknown): Typed => {
  const known = Object.entries(Object(kept)).filter(
    ([field, text]) => typedFields.some(one => one === field) && typeof text === 'string',
  )
  return Object.fromEntries(known)
}

/** What is known of the learner, whom the school may ask about the order. */
const contactOf = ({ firstName, lastName, phone, email }: User) => ({
  name: [firstName, lastName].filter(Boolean).join(' '),
  phone: phone ?? '',
  email: email ?? '',
})

/** Chooses an extension and orders it; it is paid where the order is shown. */
export function ExtendForm({ streamId, extensions, user, endsOn }: Props) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState(extensions[0]?.id)
  const draft = useDraft<Typed>({
    subject: `extend ${streamId}`,
    place: 'device',
    read: typedFrom,
    isEmpty: typed => Object.keys(typed).length === 0,
  })
  const known = { ...contactOf(user), code: '' }
  // What is as it was known is not kept, so that it is that of the profile again.
  const type = (field: keyof Typed, text: string) =>
    draft.change(before => {
      const typed = typedFields.map(one => [one, one === field ? text : before[one]] as const)
      return Object.fromEntries(typed.filter(([one, value]) => value !== undefined && value !== known[one]))
    })
  const { code, ...contact } = { ...known, ...draft.value }
  const params = { streamId, serviceId: chosen ?? 0 }
  const body = { ...contact, ...(code.trim() && { promocode: code.trim() }) }
  const idempotencyKey = useKeyOf(JSON.stringify([params, body]))
  const { form, isBusy, failure, errorOf, handleSubmit } = useSubmit({
    send: async () => {
      const place = () => request('POST /extend/:streamId/course-service/:serviceId', { params, body, idempotencyKey })
      const placed = await withEmail(t, place)
      if (!placed) return false
      draft.forget()
      keepOrder(queryClient, placed.data.order)
      navigate(pathTo('order', { orderId: placed.data.id }))
      return true
    },
    failed: t('streams.extend.failed.order'),
    explain: explainPayment(t('streams.extend.failed.order')),
  })
  return (
    <Card as="section">
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        {extensions.some(({ is_sandbox: isSandbox }) => isSandbox) && <Notice>{t('billing.sandbox')}</Notice>}
        {endsOn && <p>{t('streams.extend.until', { date: formatLocalDate(endsOn, t.language) })}</p>}
        <Choice
          legend={t('streams.extend.what')}
          options={extensions.map(extension => ({
            value: extension.id,
            label: `${extension.title} — ${moneyText(t, extension.price, extension.currency)}`,
            hint: addsText(t, extension),
          }))}
          value={chosen}
          onChange={setChosen}
        />
        <TextField
          label={t('streams.extend.code')}
          hint={t('streams.extend.code.hint')}
          value={code}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={({ target }) => type('code', target.value)}
        />
        <fieldset className={styles.contact}>
          <legend>{t('streams.extend.contact')}</legend>
          {contacts.map(({ field, type: kind, autoComplete, most }) => (
            <TextField
              key={field}
              label={t(`streams.extend.${field}`)}
              type={kind}
              inputMode={kind}
              value={contact[field]}
              maxLength={most}
              autoComplete={autoComplete}
              error={errorOf(field)}
              onChange={({ target }) => type(field, target.value)}
            />
          ))}
        </fieldset>
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('streams.extend.order')}
        </Button>
      </form>
    </Card>
  )
}
