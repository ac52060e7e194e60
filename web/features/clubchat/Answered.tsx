import { useCopy } from '#kit/copy/copy.tsx'
import { Quote } from '#kit/features/chat/messages/Quote.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import styles from './ClubChat.module.css'

/** The message that the text being written answers, and the way out of answering it. */
export function Answered({ name, text, onCancel }: { name: string; text: string; onCancel: () => void }) {
  const t = useCopy()
  return (
    <div className={styles.answered}>
      <Quote name={name} text={text} />
      <IconButton icon="close" label={t('clubchat.reply.cancel')} onClick={onCancel} />
    </div>
  )
}
