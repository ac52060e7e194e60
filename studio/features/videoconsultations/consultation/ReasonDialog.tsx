import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { refreshVideo } from '../data.ts'
import styles from './Consultation.module.css'

type Asked = {
  title: string
  text: string
  /** What the button says. */
  submit: string
  /** What is said once it is done. */
  done: string
  send: (reason: string) => Promise<unknown>
}

/** Asks why, and does it; the learner reads the reason. */
export const openReason = (asked: Asked) => openDialog(close => <ReasonDialog {...asked} onClose={() => close()} />)

function ReasonDialog({ title, text, submit, done, send, onClose }: Asked & { onClose: () => void }) {
  const t = useCopy()
  const [reason, setReason] = useState('')
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => (reason.trim() ? undefined : { reason: [t('video.reason.needed')] }),
    send: async () => {
      await send(reason.trim())
      await refreshVideo()
      onClose()
      toast(done, { tone: 'success' })
    },
    failed: t('video.failed'),
    onRefused: () => void refreshVideo(),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <p>{text}</p>
        <TextArea
          label={t('video.reason')}
          hint={t('video.reason.hint')}
          value={reason}
          maxLength={500}
          error={errorOf('reason')}
          data-autofocus
          onChange={event => {
            setReason(event.target.value)
            forgive('reason')
          }}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={isBusy}>
          {submit}
        </Button>
      </form>
    </Dialog>
  )
}
