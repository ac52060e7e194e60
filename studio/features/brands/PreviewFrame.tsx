import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { brandTokens, type ThemeSeed } from '#kit/ui/theme.ts'
import styles from './Brand.module.css'

type Props = { title: string; scheme: 'light' | 'dark'; theme: ThemeSeed; children: ReactNode }

/** A phone with the studio's own styles and a theme that is only tried: a page of its own, since the tokens follow from its root. */
export function PreviewFrame({ title, scheme, theme, children }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()
  // Some browsers put another empty document in the place of the first one.
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const inside = frame.current?.contentDocument
    if (!inside) return undefined
    inside.documentElement.lang = document.documentElement.lang
    inside.title = title
    copyStyles(inside)
    // Styles of what is shown inside may come with a chunk of its own.
    const watch = new MutationObserver(() => copyStyles(inside))
    watch.observe(document.head, { childList: true })
    setBody(inside.body)
    return () => watch.disconnect()
  }, [title, loads])
  useEffect(() => {
    const root = body?.ownerDocument.documentElement
    if (!root) return
    root.dataset['theme'] = scheme
    for (const [name, value] of Object.entries(brandTokens(theme))) {
      if (value) root.style.setProperty(name, value)
      else root.style.removeProperty(name)
    }
  }, [body, scheme, theme])
  return (
    <iframe
      ref={frame}
      title={title}
      className={styles.phone}
      tabIndex={-1}
      sandbox="allow-same-origin"
      onLoad={() => setLoads(loads + 1)}
    >
      {body && createPortal(children, body)}
    </iframe>
  )
}

function copyStyles(inside: Document): void {
  const copies = [...document.head.querySelectorAll('link[rel="stylesheet"], style')].filter(
    // The page's own theme is not to be the one that is tried.
    style => !style.textContent?.startsWith(':root{--brand-'),
  )
  inside.head.replaceChildren(...copies.map(style => inside.importNode(style, true)))
}
