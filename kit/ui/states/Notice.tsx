import type { ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../marks/Icon.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './Notice.module.css'

type NoticeTone = 'info' | 'success' | 'warn' | 'danger'

interface Props {
  tone?: NoticeTone
  title?: string
  icon?: IconName
  action?: ReactNode
  onClose?: () => void
  /** Announces a notice that appears later than the screen. */
  live?: boolean
  children?: ReactNode
}

const icons: Record<NoticeTone, IconName> = { info: 'info', success: 'check', warn: 'alert', danger: 'alert' }

/** A message within a screen; with `onClose` it can be dismissed. */
export function Notice({ tone = 'info', title, icon, action, onClose, live, children }: Props) {
  const t = useCopy()
  const role = live ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div className={classes(styles.notice, styles[tone])} role={role}>
      <Icon name={icon ?? icons[tone]} className={styles.icon} />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {onClose && <IconButton icon="close" label={t('ui.close')} className={styles.close} onClick={onClose} />}
    </div>
  )
}
