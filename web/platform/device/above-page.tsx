import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import styles from './AbovePage.module.css'
import { messages } from '../copy.ts'

let close: (() => void) | undefined

/**
 * Shows something above the page, where it pushes the screen down and covers nothing; one thing at a time, so that what is
 * there already stays. Returns what takes it away, or undefined when there was no place.
 */
export function showAbovePage(render: (onClose: () => void) => ReactNode): (() => void) | undefined {
  if (close || document.querySelector('dialog[open]')) return undefined
  const place = document.createElement('div')
  document.body.prepend(place)
  const root = createRoot(place)
  const end = () => {
    if (close !== end) return
    close = undefined
    root.unmount()
    place.remove()
  }
  close = end
  root.render(
    <CopyProvider language={settings.language} messages={messages}>
      <div className={styles.above}>{render(end)}</div>
    </CopyProvider>,
  )
  return end
}
