import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { secondsFromMs } from '#shared/platform/times.ts'
import styles from '#studio/platform/Screen.module.css'
import { useMoments } from '#studio/platform/moments.ts'
import { refreshModeration } from './data.ts'

/** For how many hours writing can be paused; 0 lets the person write again. */
const spans = [1, 24, 168, 720, 0] as const
const hour = 3_600_000

type Props = { clubId: number; userId: number; name: string; onClose: () => void }

/** Pauses the writing of a person in the chat of a club, or lets them write again. */
export function MuteDialog({ clubId, userId, name, onClose }: Props) {
  const t = useCopy()
  const { moment } = useMoments()
  const [opened] = useState(() => Date.now())
  const [hours, setHours] = useState<number>(24)
  const until = hours === 0 ? null : opened + hours * hour
  const { form, isBusy, failure, errorOf, handleSubmit } = useSubmit({
    send: async () => {
      const params = { id: clubId, userId }
      const body = { until: until === null ? null : secondsFromMs(until) }
      await request('PUT /studio/clubs/:id/chat/people/:userId/mute', { params, body })
      await refreshModeration()
      onClose()
    },
    failed: t('moderation.failed'),
  })
  return (
    <Dialog title={t('moderation.mute.title', { name })} size="small" onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <SelectField
          data-autofocus
          label={t('moderation.mute.span')}
          hint={
            until === null ? t('moderation.mute.ends') : t('moderation.mute.until', { moment: moment(until, 'long') })
          }
          value={hours}
          error={errorOf('until')}
          onChange={event => setHours(Number(event.target.value))}
        >
          {spans.map(span => (
            <option key={span} value={span}>
              {t(`moderation.mute.${span}`)}
            </option>
          ))}
        </SelectField>
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {t('moderation.save')}
        </Button>
      </form>
    </Dialog>
  )
}
