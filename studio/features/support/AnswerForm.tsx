import { type KeyboardEvent, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { PickFiles } from '#kit/features/media/PickFiles.tsx'
import { UploadList } from '#kit/features/media/UploadList.tsx'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { letGoUpload, useUploads } from '#kit/features/media/uploads/uploading.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { isMessageEmpty, longestText, mostFiles } from '#shared/features/chat/rules.ts'
import { refreshRequests } from './data.ts'
import styles from './Support.module.css'
import { useDraft } from '#kit/form/draft.ts'
import { newKey } from '#kit/request/new-key.ts'

/** The answer to a request: words and, to somebody with an account, photos and videos. */
export function AnswerForm({ requestId, takesFiles }: { requestId: number; takesFiles: boolean }) {
  const t = useCopy()
  const { draft, change, clear } = useAnswerDraft(requestId)
  const uploads = useUploads(draft.uploads)
  const area = useRef<HTMLTextAreaElement>(null)
  const { form, run, isBusy, failure, errorOf, handleSubmit, ...submission } = useAnswer(requestId, {
    draft,
    uploads,
    onSent: clear,
  })
  const isEmpty = isMessageEmpty(draft.text, uploads.length)
  const edit: typeof change = next => {
    submission.clear()
    change(next)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isEmpty) void run()
  }
  return (
    <form ref={form} className={styles.answer} onSubmit={handleSubmit}>
      <TextArea
        ref={area}
        label={t('helpdesk.answer')}
        rows={3}
        maxLength={longestText}
        value={draft.text}
        error={errorOf('message')}
        onChange={event => edit(() => ({ text: event.target.value }))}
        readOnly={isBusy}
        onKeyDown={handleKey}
      />
      <UploadList
        ids={draft.uploads}
        onRemove={gone => edit(before => ({ uploads: before.uploads.filter(id => id !== gone) }))}
      />
      <FailureNotice failure={failure} />
      <div className={styles.send}>
        {takesFiles && (
          <PickFiles
            look="icon"
            area={area}
            most={mostFiles - draft.uploads.length}
            disabled={isBusy || draft.uploads.length >= mostFiles}
            onPicked={picked => edit(before => ({ uploads: [...before.uploads, ...picked].slice(0, mostFiles) }))}
          />
        )}
        <Button type="submit" icon="send" busy={isBusy} disabled={isEmpty}>
          {t('helpdesk.send')}
        </Button>
      </div>
    </form>
  )
}

type Answer = { draft: AnswerDraft; uploads: readonly UploadView[]; onSent: () => void }

/** Sends an answer when its files have arrived; whatever is wrong with it is said at its text. */
function useAnswer(requestId: number, { draft, uploads, onSent }: Answer) {
  const t = useCopy()
  const complaint = () => {
    if (uploads.some(({ state }) => state === 'FAIL')) return t('chat.files.failed')
    return uploads.some(({ state }) => state === 'NOT_UPLOADED') ? t('chat.files.uploading') : undefined
  }
  return useSubmit({
    check: () => {
      const wrong = complaint()
      return wrong === undefined ? undefined : { message: [wrong] }
    },
    send: async () => {
      await request('POST /studio/support-requests/:id/messages', {
        params: { id: requestId },
        body: { message: draft.text.trim(), file_ids: uploads.flatMap(({ mediaId }) => mediaId ?? []) },
        idempotencyKey: draft.key,
      })
      onSent()
      refreshRequests(requestId)
      await Promise.all(draft.uploads.map(letGoUpload))
    },
    failed: t('ui.error.title'),
  })
}

type Written = { text: string; uploads: readonly string[] }
/** An unsent answer; `uploads` are this device's, to be sent along. */
type AnswerDraft = Written & { key: string }

/** What is changed is a new answer, so it gets a new key. */
const answerOf = ({ text, uploads }: Written): AnswerDraft => ({ text, uploads, key: newKey() })
const empty = { text: '', uploads: [] }

/** An answer from what was stored; empty when there is none or it cannot be read. */
function answerFrom(kept: unknown): AnswerDraft {
  const { text, uploads = [], key } = Object(kept) as Record<string, unknown>
  const isList = Array.isArray(uploads) && uploads.every(one => typeof one === 'string')
  return typeof text === 'string' && isList && typeof key === 'string' ? { text, uploads, key } : answerOf(empty)
}

/** The unsent answer to a request; it survives a reload, and a retry of the same answer has the same idempotency key. */
function useAnswerDraft(requestId: number) {
  const { value: draft, change } = useDraft({
    subject: `support ${requestId}`,
    place: 'device',
    read: answerFrom,
    isEmpty: ({ text, uploads }) => text === '' && uploads.length === 0,
  })
  return {
    draft,
    change: (next: (before: AnswerDraft) => Partial<Written>) =>
      change(before => answerOf({ ...before, ...next(before) })),
    clear: () => change(answerOf(empty)),
  }
}
