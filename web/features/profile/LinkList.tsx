import { Link } from 'wouter'
import type { MenuItem } from '#kit/ui/layers/Menu.tsx'
import { Icon, type IconName } from '#kit/ui/marks/Icon.tsx'
import styles from './Settings.module.css'

export type ListedLink = { icon: IconName; label: string; hint?: string; danger?: boolean } & (
  | { href: string; newWindow?: boolean }
  | { onPress: () => void }
)

/** An entry of a menu as one of a list. */
export function listedItem({ label, icon = 'info', href, newWindow, danger, onSelect }: MenuItem): ListedLink {
  const look = { label, icon, ...(danger && { danger }) }
  return href === undefined
    ? { ...look, onPress: () => onSelect?.() }
    : { ...look, href, newWindow: newWindow ?? false }
}

/** A vertical menu of links and actions, each with an icon and a hint. */
export function LinkList({ items, label }: { items: readonly ListedLink[]; label: string }) {
  return (
    <nav aria-label={label}>
      <ul className={styles.links}>
        {items.map(item => (
          <li key={item.label}>
            <Row item={item} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Row({ item }: { item: ListedLink }) {
  const content = (
    <>
      <Icon name={item.icon} className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.label}>{item.label}</span>
        {item.hint && <span className={styles.hint}>{item.hint}</span>}
      </span>
      <Icon name="chevron-right" className={styles.arrow} />
    </>
  )
  const look = { className: styles.row, 'data-danger': item.danger || undefined }
  if ('onPress' in item) {
    return (
      <button type="button" {...look} onClick={item.onPress}>
        {content}
      </button>
    )
  }
  if (item.newWindow) {
    return (
      <a {...look} href={item.href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    )
  }
  return (
    <Link {...look} href={item.href}>
      {content}
    </Link>
  )
}
