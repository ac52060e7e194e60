import { type SubmitEvent, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { TextArea } from '#kit/ui/TextArea.tsx'
import { keptWords, questionLimit } from '#shared/features/support/rules.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { goOn } from './data.ts'
import styles from './Support.module.css'

/** What the learner goes on to say; it waits on the device while there is no network. */
export function FurtherForm({ requestId }: { requestId: number }) {
  const t = useCopy()
  const draft = useDraft(`support.request.${requestId}`)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const text = keptWords(draft.text)
  const handleSubmit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!text || isBusy) return
    setBusy(true)
    try {
      await goOn(requestId, text)
      draft.change('')
      setFailed(false)
    } catch (error) {
      console.warn('The message to support could not be kept', error)
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={event => void handleSubmit(event)}>
      <TextArea
        label={t('support.request.write')}
        rows={2}
        maxLength={questionLimit}
        value={draft.text}
        onChange={event => draft.change(event.target.value)}
      />
      {hasFailed && (
        <Notice live tone="danger">
          {t('support.error')}
        </Notice>
      )}
      <Button type="submit" icon="send" busy={isBusy} disabled={!text}>
        {t('support.send')}
      </Button>
    </form>
  )
}
