import { type KeyboardEvent, type SubmitEvent } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useDraft } from '#kit/form/draft.ts'
import { useSubmit } from '#kit/form/use-submit.ts'
import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { refreshRequests } from './data.ts'
import styles from './Support.module.css'

/** A changed text is a new answer, so it gets a new key. */
const answerOf = (text: string) => ({ text, key: newKey() })

function answerFrom(kept: unknown): ReturnType<typeof answerOf> {
  const { text, key } = Object(kept) as Record<string, unknown>
  return typeof text === 'string' && typeof key === 'string' ? { text, key } : answerOf('')
}

/** What is typed survives a reload; a retry of the same answer has the same idempotency key. */
export function AnswerForm({ requestId }: { requestId: number }) {
  const t = useCopy()
  const { value: draft, change } = useDraft({
    subject: `support ${requestId}`,
    place: 'device',
    read: answerFrom,
    isEmpty: ({ text }) => text === '',
  })
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      await request('POST /studio/support-requests/:id/messages', {
        params: { id: requestId },
        body: { message: draft.text.trim() },
        idempotencyKey: draft.key,
      })
      change(answerOf(''))
      refreshRequests(requestId)
    },
    failed: t('ui.error.title'),
  })
  const isEmpty = !draft.text.trim()
  const submit = () => {
    if (!isEmpty) void run()
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    submit()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  return (
    <form className={styles.answer} onSubmit={handleSubmit}>
      <TextArea
        label={t('helpdesk.answer')}
        rows={3}
        maxLength={5000}
        value={draft.text}
        onChange={event => change(answerOf(event.target.value))}
        readOnly={isBusy}
        onKeyDown={handleKey}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" icon="send" busy={isBusy} disabled={isEmpty}>
        {t('helpdesk.send')}
      </Button>
    </form>
  )
}
