import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { makeStale } from '#kit/cache/make-stale.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import styles from './Learners.module.css'

type Props = { userId: number; onClose: () => void }

const refresh = () =>
  makeStale('GET /studio/learners/:id/points', 'GET /studio/users/:id/points', 'GET /studio/audit-log')

/** Gives a learner points or takes them, with the reason that the learner reads. */
export function PointsDialog({ userId, onClose }: Props) {
  const t = useCopy()
  const known = useQuery({ ...callQuery('GET /studio/users/:id/points', { params: { id: userId } }), staleTime: 0 })
  const balance = known.data?.amount
  const [way, setWay] = useState<'give' | 'take'>('give')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const count = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0
  const most = way === 'take' ? balance : undefined
  const body = { amount: way === 'give' ? count : -count, reason: reason.trim() }
  const key = useKeyOf(JSON.stringify(body))
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => ({
      ...(count === 0 && { amount: [t('learners.points.wrong')] }),
      ...(most !== undefined && count > most && { amount: [t('learners.points.most', { count: most })] }),
      ...(!body.reason && { reason: [t('learners.points.reason.needed')] }),
    }),
    send: async () => {
      await request('POST /studio/users/:id/points', { params: { id: userId }, body, idempotencyKey: key })
      await refresh()
      onClose()
      toast(t('learners.points.done'), { tone: 'success' })
    },
    failed: t('learners.points.failed'),
    onRefused: () => void refresh(),
  })
  return (
    <Dialog title={t('learners.points.change')} onClose={onClose}>
      <form ref={form} className={styles.column} noValidate onSubmit={handleSubmit}>
        <SelectField
          label={t('learners.points.way')}
          value={way}
          onChange={({ target }) => {
            setWay(target.value === 'take' ? 'take' : 'give')
            forgive('amount')
          }}
        >
          <option value="give">{t('learners.points.give')}</option>
          <option value="take">{t('learners.points.take')}</option>
        </SelectField>
        <TextField
          label={t('learners.points.count')}
          {...(balance !== undefined && {
            hint: t('learners.points.effect', { before: balance, after: Math.max(0, balance + body.amount) }),
          })}
          value={typed}
          error={errorOf('amount')}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          onChange={({ target }) => {
            setTyped(target.value)
            forgive('amount')
          }}
        />
        <TextArea
          label={t('learners.points.why')}
          hint={t('learners.points.why.hint')}
          value={reason}
          maxLength={500}
          error={errorOf('reason')}
          onChange={({ target }) => {
            setReason(target.value)
            forgive('reason')
          }}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('learners.points.change')}
        </Button>
      </form>
    </Dialog>
  )
}
