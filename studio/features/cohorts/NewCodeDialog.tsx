import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { useKeyOf } from '#kit/request/use-key.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Checkbox } from '#kit/ui/fields/Checkbox.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import styles from './Cohorts.module.css'
import { refreshCohorts } from './data.ts'
import { DateField, SeatsField } from './DateField.tsx'

/** Makes a code by which learners join a cohort. */
export function NewCodeDialog({ cohortId, onClose }: { cohortId: number; onClose: () => void }) {
  const t = useCopy()
  const [name, setName] = useState('')
  const [seats, setSeats] = useState<number | null>(null)
  const [endsOn, setEndsOn] = useState('')
  const [isDemo, setDemo] = useState(false)
  const body = { name: name.trim(), seats, ends_on: endsOn || null, is_demo: isDemo }
  const key = useKeyOf(JSON.stringify(body))
  const { form, isBusy, failure, errorOf, handleSubmit } = useSubmit({
    send: async () => {
      await request('POST /studio/cohorts/:id/codes', { params: { id: cohortId }, body, idempotencyKey: key })
      await refreshCohorts()
      onClose()
    },
    failed: t('cohorts.codes.failed'),
  })
  return (
    <Dialog title={t('cohorts.codes.add')} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <TextField
          label={t('cohorts.codes.name')}
          hint={t('cohorts.codes.name.hint')}
          value={name}
          maxLength={100}
          error={errorOf('name')}
          autoComplete="off"
          data-autofocus
          onChange={event => setName(event.target.value)}
        />
        <SeatsField value={seats} onChange={setSeats} />
        <DateField
          label={t('cohorts.codes.ends')}
          hint={t('cohorts.codes.ends.hint')}
          value={endsOn}
          error={errorOf('ends_on')}
          onChange={setEndsOn}
        />
        <Checkbox
          label={t('cohorts.enrol.demo')}
          hint={t('cohorts.enrol.demo.hint')}
          checked={isDemo}
          onChange={event => setDemo(event.target.checked)}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('cohorts.codes.add')}
        </Button>
      </form>
    </Dialog>
  )
}
