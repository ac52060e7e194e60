import { type SubmitEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { isQuestionFilled, questionLimit, questionProblems, trimmedQuestion } from '#shared/features/support/rules.ts'
import { type FieldErrors, fieldErrors } from './field-errors.ts'
import { MessengerButton } from './MessengerButton.tsx'
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
  const { name, email, message, errors, hasFailed, isBusy, handleSubmit } = useVisitorQuestion(() => onClose(true))
  return (
    <Dialog title={t('support.title')} onClose={() => onClose()}>
      <Contacts />
      <form className={styles.form} onSubmit={handleSubmit} noValidate>
        <TextField
          required
          label={t('support.name')}
          name="name"
          autoComplete="given-name"
          value={name.text}
          error={errors.name}
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
          error={errors.email}
          onChange={event => email.change(event.target.value)}
        />
        <TextArea
          required
          label={t('support.message')}
          name="message"
          rows={4}
          maxLength={questionLimit}
          value={message.text}
          error={errors.message}
          onChange={event => message.change(event.target.value)}
        />
        {hasFailed && (
          <Notice live tone="danger">
            {t('support.error')}
          </Notice>
        )}
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
  const [errors, setErrors] = useState<FieldErrors>({})
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const sending = useRef({ words: '', key: '' })

  const send = async (body: { name: string; email: string; message: string }) => {
    const words = JSON.stringify(body)
    if (sending.current.words !== words) sending.current = { words, key: newKey() }
    await request('POST /tech-questions/anonymous', { body, idempotencyKey: sending.current.key })
  }

  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    const typed = { name: name.text, email: email.text, message: message.text }
    if (isRunning.current) return
    const question = trimmedQuestion(typed)
    const wrong = fieldErrors(questionProblems(question), t)
    setErrors(wrong)
    setFailed(false)
    if (!isQuestionFilled(typed) || Object.keys(wrong).length > 0) return
    isRunning.current = true
    setBusy(true)
    try {
      await send(question)
      for (const draft of [name, email, message]) draft.forget()
      onSent()
    } catch (error) {
      const refused = error instanceof RequestError ? error.errors : undefined
      console.warn('The question to support could not be sent', error)
      if (refused) setErrors({ name: refused.name?.[0], email: refused.email?.[0], message: refused.message?.[0] })
      setFailed(!refused)
      setBusy(false)
      isRunning.current = false
    }
  }

  return { name, email, message, errors, hasFailed, isBusy, handleSubmit }
}
