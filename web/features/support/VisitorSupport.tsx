import { useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { questionLimit, trimmedQuestion } from '#shared/features/support/rules.ts'
import { MessengerButton } from './MessengerButton.tsx'
import { questionErrors } from './question-errors.ts'
import styles from './VisitorSupport.module.css'

/** The school's e-mail and messengers. */
function Contacts() {
  const t = useCopy()
  const { supportEmail } = site().site.domain
  return (
    <div className={styles.contacts}>
      <p>
        {t('support.visitor.contact')} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </p>
      <MessengerButton />
    </div>
  )
}

function VisitorSupport({ onClose }: { onClose: (isSent?: boolean) => void }) {
  const t = useCopy()
  const { name, email, message, form, failure, errorOf, isBusy, handleSubmit } = useVisitorQuestion(() => onClose(true))
  return (
    <Dialog title={t('support.title')} onClose={() => onClose()}>
      <Contacts />
      <form ref={form} className={styles.form} onSubmit={handleSubmit} noValidate>
        <TextField
          required
          label={t('support.name')}
          name="name"
          autoComplete="given-name"
          value={name.text}
          error={errorOf('name')}
          onChange={event => name.change(event.target.value)}
        />
        <TextField
          required
          label={t('support.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={t('support.email.hint')}
          value={email.text}
          error={errorOf('email')}
          onChange={event => email.change(event.target.value)}
        />
        <TextArea
          required
          label={t('support.message')}
          name="message"
          rows={4}
          maxLength={questionLimit}
          value={message.text}
          error={errorOf('message')}
          onChange={event => message.change(event.target.value)}
        />
        <FailureNotice failure={failure} />
        <Button
          type="submit"
          wide
          icon="send"
          disabled={isBusy || !message.text.trim()}
          aria-busy={isBusy || undefined}
        >
          {t('support.send')}
        </Button>
      </form>
    </Dialog>
  )
}

function Sent({ onClose }: { onClose: () => void }) {
  const t = useCopy()
  return (
    <Dialog
      isQuestion
      size="small"
      title={t('support.successfully')}
      footer={
        <Button data-autofocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
      onClose={onClose}
    >
      <p>{t('support.messageSent')}</p>
    </Dialog>
  )
}

/** Opens the visitor's support form in a dialog; needs the account copy. */
export async function openVisitorSupport(): Promise<void> {
  const isSent = await openDialog<boolean>(close => <VisitorSupport onClose={close} />)
  if (isSent) await openDialog(close => <Sent onClose={() => close()} />)
}

/** What is typed survives a reload; a retry of the same question has the same idempotency key. */
function useVisitorQuestion(onSent: () => void) {
  const t = useCopy()
  const name = useTextDraft('support.name')
  const email = useTextDraft('support.email')
  const message = useTextDraft('support.message')
  const sending = useRef({ words: '', key: '' })
  const question = trimmedQuestion({ name: name.text, email: email.text, message: message.text })

  const submission = useSubmit({
    check: () => questionErrors(question, t),
    async send() {
      const words = JSON.stringify(question)
      if (sending.current.words !== words) sending.current = { words, key: newKey() }
      await request('POST /tech-questions/anonymous', { body: question, idempotencyKey: sending.current.key })
      for (const draft of [name, email, message]) draft.forget()
      onSent()
      return true
    },
    failed: t('support.error'),
  })
  return { name, email, message, ...submission }
}
