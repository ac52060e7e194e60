import styles from './MessageBubble.module.css'
import { textParts } from './text-parts.ts'

/** A message as it was written: line breaks kept, http(s) addresses to follow, everything else plain text. */
export function MessageText({ text }: { text: string }) {
  if (!text) return null
  return (
    <p className={styles.text} dir="auto">
      {textParts(text).map((part, index) =>
        part.href === undefined ? (
          part.text
        ) : (
          // The order of a text's parts is their identity.
          <a key={`${index} ${part.href}`} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            <bdi>{part.text}</bdi>
          </a>
        ),
      )}
    </p>
  )
}
