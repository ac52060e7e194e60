import { useId } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { Message } from '#kit/features/chat/message.ts'
import { Quote } from '#kit/features/chat/messages/Quote.tsx'
import { useTextDraft } from '#kit/form/draft.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { longestReason } from '#shared/features/clubchat/rules.ts'
import styles from './ClubChat.module.css'

type Props = { clubId: number; message: Message; onClose: () => void }

/** Tells the school of a message that should not be there. */
export function ReportDialog({ clubId, message, onClose }: Props) {
  const t = useCopy()
  const formId = useId()
  const reason = useTextDraft(`club message ${message.id} report`)
  const { form, failure, errorOf, forgive, handleSubmit, isBusy } = useSubmit({
    check: () => (reason.text.trim() ? undefined : { reason: [t('clubchat.report.required')] }),
    async send() {
      const params = { id: clubId, messageId: message.id }
      await request('PUT /clubs/:id/chat/messages/:messageId/report', { params, body: { reason: reason.text } })
      reason.forget()
      toast(t('clubchat.report.sent'), { tone: 'success' })
      onClose()
      return true
    },
    failed: t('clubchat.report.failed'),
  })
  const footer = (
    <>
      <Button look="secondary" onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button type="submit" form={formId} busy={isBusy}>
        {t('clubchat.report.send')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('clubchat.report.title')} size="small" footer={footer} onClose={onClose}>
      <form ref={form} id={formId} noValidate className={styles.report} onSubmit={handleSubmit}>
        <Quote name={message.author?.name ?? ''} text={message.text} />
        <TextArea
          required
          data-autofocus
          label={t('clubchat.report.reason')}
          hint={t('clubchat.report.hint')}
          rows={3}
          maxLength={longestReason}
          value={reason.text}
          error={errorOf('reason')}
          onChange={event => {
            forgive('reason')
            reason.change(event.target.value)
          }}
        />
        <FailureNotice failure={failure} />
      </form>
    </Dialog>
  )
}
