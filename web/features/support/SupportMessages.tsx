import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { MessageFiles } from '#kit/features/chat/messages/MessageFiles.tsx'
import { discardWrite, retryWrite } from '#kit/outbox/outbox.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import type { SupportMessageWire } from '#shared/features/support/contract.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { useWaitingMessages } from './data.ts'
import styles from './Support.module.css'

type Props = { requestId: number; messages: readonly SupportMessageWire[] }

/** The messages of a request, and those still in the outbox. */
export function SupportMessages({ requestId, messages }: Props) {
  const t = useCopy()
  const sent = new Set(messages.map(message => message.client_key))
  const waiting = useWaitingMessages(requestId).filter(({ key }) => !sent.has(key))
  return (
    <div role="log" aria-label={t('support.request.log')}>
      <ol className={styles.messages}>
        {messages.map(message => (
          <Message key={message.id} message={message} />
        ))}
        {waiting.map(({ id, input, refusal }) => (
          <li key={`waiting-${id}`} className={styles.message} data-own data-waiting>
            <p className={styles.text} dir="auto">
              {input.body.message}
            </p>
            <p className={styles.when}>
              {refusal ? t('support.refused', { reason: refusal.message }) : t('support.request.sending')}
            </p>
            {refusal && (
              <p className={styles.buttons}>
                <Button look="secondary" onClick={() => void retryWrite(id)}>
                  {t('support.request.retry')}
                </Button>
                <Button look="ghost" onClick={() => void discardWrite(id)}>
                  {t('support.discard')}
                </Button>
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Message({ message }: { message: SupportMessageWire }) {
  const t = useCopy()
  const zone = useUser()?.timezone
  const { text, is_staff: isStaff, author } = message
  const at = message.created_at * 1000
  const who = isStaff ? author || t('support.request.staff') : t('support.request.you')
  return (
    <li className={styles.message} data-own={!isStaff || undefined}>
      <MessageFiles message={message} />
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <p className={styles.when}>
        {who}, {formatDate(at, t.language, 'short', zone)}, {formatTime(at, t.language, zone)}
      </p>
    </li>
  )
}
