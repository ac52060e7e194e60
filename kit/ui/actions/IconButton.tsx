import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../marks/Icon.tsx'
import styles from './IconButton.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName
  /** What it does, for those who do not see the icon; also its tooltip. */
  label: string
  look?: 'plain' | 'filled'
}

/** A button of an icon alone; its label is read aloud and is its tooltip. */
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
