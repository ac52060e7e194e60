import { useCopy } from '#kit/copy/copy.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { Message } from '../message.ts'
import styles from './Quote.module.css'

/** The message that another one answers, in short. */
export function Quote({ name, text, absent }: Omit<NonNullable<Message['replyTo']>, 'number'>) {
  const t = useCopy()
  return (
    <blockquote className={styles.quote}>
      <VisuallyHidden>{t('chat.quote')}</VisuallyHidden>
      {name && <cite dir="auto">{name}</cite>}
      <p dir="auto">{absent ? t(`chat.absent.${absent}`) : text || t('chat.quote.wordless')}</p>
    </blockquote>
  )
}
