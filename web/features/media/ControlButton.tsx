import type { ComponentProps } from 'react'
import styles from './ControlButton.module.css'
import { PlayerIcon, type PlayerIconName } from './PlayerIcon.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  icon: PlayerIconName
  label: string
}

/** A button over the picture: white on dark in either theme. */
export function ControlButton({ icon, label, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={className ? `${styles.button} ${className}` : styles.button}
    >
      <PlayerIcon name={icon} />
    </button>
  )
}
