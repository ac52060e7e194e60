import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../marks/Icon.tsx'
import styles from './Menu.module.css'

export interface MenuItem {
  label: string
  icon?: IconName
  /** An address inside the app or outside it; without one, `onSelect` is called. */
  href?: string
  newWindow?: boolean
  onSelect?: () => void
  danger?: boolean
  isCurrent?: boolean
  /** Something that is on or off; the menu stays open when it is switched. */
  isChecked?: boolean
  /** A line above it. */
  separated?: boolean
}

interface Props {
  /** Accessible name of the button and the menu; includes the button's visible text, if any. */
  label: string
  children: ReactNode
  items: readonly MenuItem[]
  className?: string
  /** Told of every opening and closing, also of one that is undone at once. */
  onToggle?: (isOpen: boolean) => void
}

const entries = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]
const gap = 8

/** Below the button, aligned with its end edge; above it where there is no room. */
function place(menu: HTMLElement, button: HTMLElement) {
  const { bottom, top, left, right } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const isAbove = bottom + gap + offsetHeight > innerHeight && top > offsetHeight + gap
  menu.style.top = `${isAbove ? top - gap - offsetHeight : bottom + gap}px`
  const wished = left + offsetWidth + gap < innerWidth && left < innerWidth / 2 ? left : right - offsetWidth
  menu.style.left = `${Math.max(gap, Math.min(wished, innerWidth - offsetWidth - gap))}px`
}

function focusNext(menu: HTMLElement, key: string): boolean {
  const all = entries(menu)
  const at = all.findIndex(entry => entry === document.activeElement)
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }
  const step = steps[key]
  const isLetter = key.length === 1 && key !== ' '
  if (step === undefined && !isLetter) return false
  const starts = (entry: HTMLElement) => entry.textContent?.toLowerCase().startsWith(key.toLowerCase())
  const next = step === undefined ? [...all.slice(at + 1), ...all].find(starts) : all.at(step % all.length)
  next?.focus()
  return true
}

function Entry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const isSwitch = item.isChecked !== undefined
  const content = (
    <>
      {isSwitch && <span className={styles.tick}>{item.isChecked && <Icon name="check" />}</span>}
      {item.icon && <Icon name={item.icon} />}
      <span>{item.label}</span>
    </>
  )
  const shared = {
    role: isSwitch ? 'menuitemcheckbox' : 'menuitem',
    'aria-checked': item.isChecked,
    tabIndex: -1,
    className: classes(styles.entry, item.danger && styles.danger, item.separated && styles.separated),
    'aria-current': item.isCurrent ? ('page' as const) : undefined,
    onClick: () => {
      if (!isSwitch) onDone()
      item.onSelect?.()
    },
  }
  if (!item.href) {
    return (
      <button type="button" {...shared}>
        {content}
      </button>
    )
  }
  if (item.newWindow || /^([a-z][a-z\d+.-]*:|\/\/)/i.test(item.href)) {
    return (
      <a href={item.href} target={item.newWindow ? '_blank' : undefined} rel="noopener noreferrer" {...shared}>
        {content}
      </a>
    )
  }
  return (
    <Link href={item.href} {...shared}>
      {content}
    </Link>
  )
}

/** A button with a menu: arrows, Home, End, first letters and Escape; a press outside closes it. */
export function Menu({ label, children, items, className, onToggle }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const handleToggle = (event: ToggleEvent<HTMLDivElement>) => {
    const isNowOpen = event.newState === 'open'
    setOpen(isNowOpen)
    if (!isNowOpen || !button.current) return
    place(event.currentTarget, button.current)
    // The event comes a moment after the menu opens: don't move the focus of somebody already inside it.
    if (!event.currentTarget.contains(document.activeElement)) entries(event.currentTarget)[0]?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Tab') event.currentTarget.hidePopover()
    else if (focusNext(event.currentTarget, event.key)) event.preventDefault()
  }
  const handleButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    menu.current?.showPopover()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        className={classes(styles.button, className)}
        onKeyDown={handleButtonKey}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles.menu}
        // What opens and closes within a moment is one toggle event, or none that tells a change.
        onBeforeToggle={event => onToggle?.(event.newState === 'open')}
        onToggle={handleToggle}
        onKeyDown={handleKeyDown}
      >
        {items.map(item => (
          <Entry key={item.label} item={item} onDone={() => menu.current?.hidePopover()} />
        ))}
      </div>
    </>
  )
}
