import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../marks/Icon.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './ToastHost.module.css'
import { closeToast, shownToasts, type Toast } from './toasts.ts'

const icons = { info: 'info', success: 'check', danger: 'alert' } as const

function ToastCard({ id, text, tone = 'info', action, stay = 6000 }: Toast) {
  const t = useCopy()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld || action) return
    const timer = setTimeout(() => closeToast(id), stay)
    return () => clearTimeout(timer)
  }, [id, isHeld, action, stay])
  const handleAction = () => {
    closeToast(id)
    action?.onPress()
  }
  return (
    <div
      className={classes(styles.toast, styles[tone])}
      role={tone === 'danger' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[tone]} className={styles.icon} />
      <p className={styles.text}>{text}</p>
      {action && (
        <button type="button" className={styles.action} onClick={handleAction}>
          {action.label}
        </button>
      )}
      <IconButton icon="close" label={t('ui.close')} onClick={() => closeToast(id)} />
    </div>
  )
}

/** Shows what `toast` says, above open dialogs too; mounted once, inside the copy provider. */
export function ToastHost() {
  const t = useCopy()
  const toasts = useSyncExternalStore(shownToasts.subscribe, shownToasts.read)
  const ref = useRef<HTMLElement>(null)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    const host = ref.current
    if (!host?.showPopover) return
    const isCovered = newest !== undefined && document.querySelector('dialog[open]') !== null
    if (isCovered && host.matches(':popover-open')) host.hidePopover()
    if (!host.matches(':popover-open')) host.showPopover()
  }, [newest])
  return (
    <section ref={ref} popover="manual" aria-label={t('ui.notifications')} className={styles.host}>
      <div className={styles.list} aria-live="polite">
        {toasts.map(one => (
          <ToastCard key={one.id} {...one} />
        ))}
      </div>
    </section>
  )
}
