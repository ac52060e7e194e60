import { classes } from '../classes.ts'
import styles from './Icon.module.css'
import sprite from './icons.svg?no-inline'

export type IconName =
  | 'alert'
  | 'audio'
  | 'back'
  | 'bell'
  | 'book'
  | 'calendar'
  | 'camera'
  | 'chat'
  | 'check'
  | 'chevron-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'clock'
  | 'close'
  | 'compass'
  | 'document'
  | 'download'
  | 'exit'
  | 'eye'
  | 'eye-off'
  | 'fullscreen'
  | 'globe'
  | 'hang-up'
  | 'home'
  | 'homework'
  | 'info'
  | 'lock'
  | 'menu'
  | 'microphone'
  | 'microphone-off'
  | 'moon'
  | 'next'
  | 'pause'
  | 'play'
  | 'prev'
  | 'record'
  | 'refresh'
  | 'rest'
  | 'screen'
  | 'search'
  | 'send'
  | 'settings'
  | 'speed'
  | 'star'
  | 'subtitles'
  | 'sun'
  | 'support'
  | 'user'
  | 'users'
  | 'video'
  | 'video-off'
  | 'volume'
  | 'volume-off'
  | 'wifi-off'

interface Props {
  name: IconName
  className?: string
  /** Spoken name; without it the icon is decoration. */
  label?: string
}

/** A drawing from the sprite, in the colour and 1.35 times the size of the text around it. */
export function Icon({ name, className, label }: Props) {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg {...spoken} className={classes(styles.icon, className)}>
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
