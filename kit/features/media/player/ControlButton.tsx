import type { ComponentProps } from 'react'
import { classes } from '#kit/ui/classes.ts'
import styles from './ControlButton.module.css'

/** Controls over the picture are white on dark in either theme; below it they look like the page. */
export type PlayerLook = 'over' | 'below'

const paths = {
  play: 'M8 5.2v13.6c0 .8.9 1.3 1.6.8l10-6.8a1 1 0 0 0 0-1.6l-10-6.8A1 1 0 0 0 8 5.2Z',
  pause: 'M7 5h3.2v14H7zM13.8 5H17v14h-3.2z',
  replay: 'M12 5V1.8L7.2 6 12 10.2V7a5.5 5.5 0 1 1-5.5 5.5h-2A7.5 7.5 0 1 0 12 5Z',
  back: 'M12 5V1.8L7.2 6 12 10.2V7a6.2 6.2 0 1 1-6.2 6.2h-2A8.2 8.2 0 1 0 12 5ZM8.6 12l1.5-1.1h1v5.3H9.8v-3.6l-.8.6zM13.9 10.8a1.75 1.75 0 0 1 1.75 1.75v2a1.75 1.75 0 0 1-3.5 0v-2a1.75 1.75 0 0 1 1.75-1.75Zm0 1.2c-.3 0-.5.2-.5.55v2c0 .35.2.55.5.55s.5-.2.5-.55v-2c0-.35-.2-.55-.5-.55Z',
  onward:
    'M12 5V1.8L16.8 6 12 10.2V7a6.2 6.2 0 1 0 6.2 6.2h2A8.2 8.2 0 1 1 12 5ZM8.6 12l1.5-1.1h1v5.3H9.8v-3.6l-.8.6zM13.9 10.8a1.75 1.75 0 0 1 1.75 1.75v2a1.75 1.75 0 0 1-3.5 0v-2a1.75 1.75 0 0 1 1.75-1.75Zm0 1.2c-.3 0-.5.2-.5.55v2c0 .35.2.55.5.55s.5-.2.5-.55v-2c0-.35-.2-.55-.5-.55Z',
  next: 'M6 6.2v11.6c0 .8.9 1.3 1.6.8l7.9-5.4V18h2.3V6h-2.3v4.8L7.6 5.4C6.9 4.9 6 5.4 6 6.2Z',
  previous: 'M18 6.2v11.6c0 .8-.9 1.3-1.6.8l-7.9-5.4V18H6.2V6h2.3v4.8l7.9-5.4c.7-.5 1.6 0 1.6.8Z',
  volume:
    'M4 9.5v5h3.3L12 18.7V5.3L7.3 9.5zM14.5 8.2v7.6a4.3 4.3 0 0 0 0-7.6Zm0-4v2a6.2 6.2 0 0 1 0 11.6v2a8.2 8.2 0 0 0 0-15.6Z',
  muted:
    'M4 9.5v5h3.3L12 18.7V5.3L7.3 9.5zM20.5 9.6l-1.4-1.4-2.1 2.1-2.1-2.1-1.4 1.4 2.1 2.1-2.1 2.1 1.4 1.4 2.1-2.1 2.1 2.1 1.4-1.4-2.1-2.1z',
  subtitles:
    'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2Zm1.5 6.5v1.8h4.5v-1.8zm6.5 0v1.8h4.5v-1.8zM6.5 15v1.8h7V15zm9 0v1.8h2V15z',
  settings:
    'M19.4 13a7.8 7.8 0 0 0 0-2l2-1.6-2-3.4-2.4 1a7.5 7.5 0 0 0-1.7-1L15 3.5h-4L10.6 6a7.5 7.5 0 0 0-1.7 1l-2.4-1-2 3.4 2 1.6a7.8 7.8 0 0 0 0 2l-2 1.6 2 3.4 2.4-1a7.5 7.5 0 0 0 1.7 1l.4 2.5h4l.4-2.5a7.5 7.5 0 0 0 1.7-1l2.4 1 2-3.4zM13 15.2a3.2 3.2 0 1 1 0-6.4 3.2 3.2 0 0 1 0 6.4Z',
  pip: 'M4 5h16a1.5 1.5 0 0 1 1.5 1.5v4h-2V7h-15v10H11v2H4a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 4 5Zm9.5 7.5h7a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-4.5a1 1 0 0 1 1-1Z',
  fullscreen: 'M4 10V4h6v2H6v4zm10-6h6v6h-2V6h-4zM6 14v4h4v2H4v-6zm12 0h2v6h-6v-2h4z',
  windowed: 'M8 4h2v6H4V8h4zm6 0h2v4h4v2h-6zM4 14h6v6H8v-4H4zm10 0h6v2h-4v4h-2z',
  upright:
    'M8 2.5h8A1.5 1.5 0 0 1 17.5 4v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5Zm.5 2v15h7v-15z',
  lying:
    'M4 6.5h16A1.5 1.5 0 0 1 21.5 8v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 16V8A1.5 1.5 0 0 1 4 6.5Zm.5 2v7h15v-7z',
  alert: 'M12 3 1.8 20.5h20.4zm-1 6.5h2v5h-2zm0 6.7h2v2h-2z',
  offline:
    'M3.3 2 2 3.3l4.2 4.2A6 6 0 0 0 6.5 19.5h11.2l3 3L22 21.2zM19.3 10A7 7 0 0 0 8.9 5.9L20.7 17.7A5 5 0 0 0 19.3 10Z',
} as const

export type PlayerIconName = keyof typeof paths

/** Icons used only by the player, filled so that they stand out from any picture. */
export function PlayerIcon({ name }: { name: PlayerIconName }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  icon: PlayerIconName
  label: string
}

/** A button over the picture. */
export function ControlButton({ icon, label, className, ...rest }: Props) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={classes(styles.button, className)}>
      <PlayerIcon name={icon} />
    </button>
  )
}
