import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { discardWrite, retryWrite } from '#kit/request/outbox.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import { takeSentQuestions, useWaitingQuestions } from './data.ts'
import styles from './Support.module.css'

/** Questions that wait for a network, or that the server refused. */
export function WaitingQuestions() {
  const t = useCopy()
  const client = useQueryClient()
  const writes = useWaitingQuestions()
  useEffect(() => takeSentQuestions(client), [client])
  return writes.map(({ id, input, state, refusal }) => (
    <Notice
      key={id}
      live
      tone={refusal ? 'danger' : 'info'}
      icon={refusal ? undefined : 'clock'}
      title={refusal ? t('support.refused', { reason: refusal.message }) : t('support.waits')}
      action={
        refusal && (
          <div className={styles.buttons}>
            <Button look="secondary" icon="refresh" onClick={() => void retryWrite(id)}>
              {t('support.request.retry')}
            </Button>
            <Button look="ghost" onClick={() => void discardWrite(id)}>
              {t('support.discard')}
            </Button>
          </div>
        )
      }
    >
      <span dir="auto" aria-busy={state === 'sending' || undefined} className={styles.text}>
        {'message' in input.body ? input.body.message : input.body.name}
      </span>
    </Notice>
  ))
}
