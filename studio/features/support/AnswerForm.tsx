import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type SubmitEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { TextArea } from '#kit/ui/TextArea.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { recall, remember } from '#studio/platform/device-memory.ts'
import { refreshRequests } from './data.ts'
import styles from './Support.module.css'

type Kept = { text: string; key: string }

/** The answer being written: it survives a reload, and sent again after no answer it is the same one. */
export function AnswerForm({ requestId }: { requestId: number }) {
  const t = useCopy()
  const name = `support.${useUser().id}.${requestId}`
  const [draft, setDraft] = useState<Kept>(() => recall<Kept>(name) ?? { text: '', key: newKey() })
  const change = (next: Kept) => {
    setDraft(next)
    remember(name, next.text ? next : undefined)
  }
  const send = useMutation({
    mutationFn: () =>
      request('POST /studio/support-requests/:id/messages', {
        params: { id: requestId },
        body: { message: draft.text.trim() },
        idempotencyKey: draft.key,
      }),
    onSuccess: () => {
      change({ text: '', key: newKey() })
      refreshRequests(requestId)
    },
  })
  const isEmpty = !draft.text.trim()
  const submit = () => {
    if (!isEmpty && !send.isPending) send.mutate()
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
        // Other words are another answer, and so have a key of their own.
        onChange={event => change({ text: event.target.value, key: newKey() })}
        readOnly={send.isPending}
        onKeyDown={handleKey}
      />
      {send.error && (
        <Notice tone="danger" live>
          {errorMessage(send.error, t('ui.error.title'))}
        </Notice>
      )}
      <Button type="submit" icon="send" busy={send.isPending} disabled={isEmpty}>
        {t('helpdesk.send')}
      </Button>
    </form>
  )
}
