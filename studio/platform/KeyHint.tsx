import styles from './KeyHint.module.css'

const shown: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Enter: '⏎',
  Escape: 'Esc',
  Space: '␣',
}

function words(name: string): string {
  const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
  return name
    .split('+')
    .map(
      part =>
        shown[part] ?? (part === 'mod' ? (isApple ? '⌘' : 'Ctrl') : part === 'alt' ? (isApple ? '⌥' : 'Alt') : part),
    )
    .map(part => (part.length === 1 ? part.toUpperCase() : part))
    .join(' ')
}

/** A shortcut shown next to its action; hidden from screen readers, since the keyboard help lists it. */
export function KeyHint({ name }: { name: string }) {
  return (
    <kbd className={styles.key} aria-hidden>
      {words(name)}
    </kbd>
  )
}
