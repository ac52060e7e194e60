import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../marks/Icon.tsx'
import styles from './IconButton.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName
  /** Its accessible name and tooltip. */
  label: string
  look?: 'plain' | 'filled'
}

/** A button with only an icon; its label is read aloud and shown as tooltip. */
export function IconButton({ icon, label, look = 'plain', className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(styles.button, styles[look], className)}
    >
      <Icon name={icon} />
    </button>
  )
}
