import { useCopy } from '#kit/copy/copy.tsx'
import styles from './MessageBubble.module.css'
import type { MessageState } from './rows.ts'

const drawings: Record<MessageState, string> = {
  waiting: 'M12 7v5l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z',
  sending: 'M12 20V5M6 11l6-6 6 6',
  failed: 'M12 7v6M12 16.5v.1M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z',
  delivered: 'm5 12.5 4.5 4.5L19 7.5',
  read: 'm2 12.5 4.5 4.5L15 8M11 16l1.5 1.5L22 8',
}

/** Where an own message is, drawn and in words: waiting, on its way, not sent, delivered, read. */
export function StateMark({ state }: { state: MessageState }) {
  const t = useCopy()
  const words = t(`chat.state.${state}`)
  return (
    <svg viewBox="0 0 24 24" role="img" aria-label={words} data-state={state} className={styles.state}>
      <title>{words}</title>
      <path d={drawings[state]} />
    </svg>
  )
}
