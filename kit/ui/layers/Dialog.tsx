import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef, Fragment, useSyncExternalStore } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { classes } from '../classes.ts'
import styles from './Dialog.module.css'
import { IconButton } from '../actions/IconButton.tsx'
import { openDialogs } from './dialogs.ts'

interface Props {
  title: string
  /** Called on Escape, the close button or a press outside; the owner then stops rendering the dialog. */
  onClose: () => void
  /** `full` leaves an edge of the page on a desk, `screen` nothing of it, and its title is the first thing seen. */
  size?: 'small' | 'medium' | 'full' | 'screen'
  /** Buttons at the end. */
  footer?: ReactNode
  /** A question that must be answered: no close button, and a press outside does nothing. */
  isQuestion?: boolean
  children?: ReactNode
}

/** A region that may scroll must be reachable by keyboard. */
const scrolling = (titleId: string) => ({ role: 'group', 'aria-labelledby': titleId, tabIndex: 0 })

/**
 * A modal, open while it is rendered; the browser traps the focus and restores it afterwards. Focus starts at the
 * element with `data-autofocus`, otherwise at the first control.
 */
export function Dialog({ title, onClose, size = 'medium', footer, isQuestion, children }: Props) {
  const t = useCopy()
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => dialog?.close()
  }, [])
  const handlePress = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget || isQuestion) return
    // The press would take the focus that closing restores.
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={ref}
      role={isQuestion ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={isQuestion && children ? `${id}-body` : undefined}
      className={classes(styles.dialog, styles[size])}
      onMouseDown={handlePress}
      onCancel={event => {
        event.preventDefault()
        if (event.target === event.currentTarget) onClose()
      }}
      onClose={event => {
        // Chromium closes on a second Escape even if the cancel event was prevented.
        if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
      }}
    >
      <div className={styles.sheet}>
        <header className={styles.header}>
          <h2 id={`${id}-title`}>{title}</h2>
          {!isQuestion && <IconButton icon="close" label={t('ui.close')} onClick={onClose} />}
        </header>
        {children && (
          <div id={`${id}-body`} className={styles.body} {...(!isQuestion && scrolling(`${id}-title`))}>
            {children}
          </div>
        )}
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  )
}

/** Shows what `openDialog` and `confirm` open; mounted once, inside the copy provider. */
export function DialogHost() {
  const dialogs = useSyncExternalStore(openDialogs.subscribe, openDialogs.read)
  return dialogs.map(dialog => <Fragment key={dialog.id}>{dialog.render()}</Fragment>)
}
