import type { ComponentProps, MouseEvent } from 'react'
import styles from './Button.module.css'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../marks/Icon.tsx'

/** `lone` is a ghost with nothing beside it, below words at whose edge its own begin. */
export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'lone' | 'danger'

interface Props extends ComponentProps<'button'> {
  look?: ButtonLook
  /** Busy: stays focusable, announces it, and ignores further presses. */
  busy?: boolean
  icon?: IconName
  wide?: boolean
}

/** The Button look for other elements, such as a link. */
export function buttonClass(look: ButtonLook, wide?: boolean, className?: string): string {
  return classes(styles.button, styles[look], wide && styles.wide, className)
}

/** A text button; it does not submit a form unless its `type` says so. */
export function Button({ look = 'primary', busy, icon, wide, className, children, onClick, ...rest }: Props) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={buttonClass(look, wide, className)}
      onClick={handleClick}
    >
      {icon && <Icon name={icon} />}
      <span className={styles.label}>{children}</span>
    </button>
  )
}
