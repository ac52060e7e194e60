import { createElement, type ReactNode, useMemo, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useScrollable } from '#kit/ui/use-scrollable.ts'
import { linkAddress } from '#shared/features/courses/markdown/addresses.ts'
import type { MarkdownElement, MarkdownNode } from '#shared/features/courses/markdown/elements.ts'
import { type HeadingLevel, readMarkdown } from '#shared/features/courses/markdown/markdown.ts'
import styles from './MarkdownText.module.css'

/** Renders Markdown as elements, by the rules of `readMarkdown`. */
export function MarkdownText({ text, heading = 4 }: { text: string; heading?: HeadingLevel }) {
  const nodes = useMemo(() => readMarkdown(text, heading), [text, heading])
  if (!nodes) return <p className={styles.typed}>{text}</p>
  return createElement('div', { className: styles.text }, ...nodes.map(shown))
}

const shown = (node: MarkdownNode): ReactNode => (typeof node === 'string' ? node : elementOf(node))

function elementOf({ tag, attributes = {}, children }: MarkdownElement): ReactNode {
  const inner = children.map(shown)
  return own[tag]?.(attributes, inner) ?? createElement(tag, attributes, ...inner)
}

type Attributes = NonNullable<MarkdownElement['attributes']>

const cell =
  (tag: 'th' | 'td') =>
  ({ align }: Attributes, inner: ReactNode[]) =>
    createElement(tag, { scope: tag === 'th' ? 'col' : undefined, style: { textAlign: align } }, ...inner)

/** What is more than its element. */
const own: Partial<Record<MarkdownElement['tag'], (attributes: Attributes, inner: ReactNode[]) => ReactNode>> = {
  a: (attributes, inner) =>
    createElement('a', { ...attributes, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...inner),
  img: ({ src = '', alt = '' }) => <Picture address={src} words={alt} />,
  table: (_, inner) => createElement(Table, null, ...inner),
  pre: (_, inner) => createElement(Code, null, ...inner),
  th: cell('th'),
  td: cell('td'),
}

/** A picture; when it does not load, its alternative text, as a link if the picture is on another site. */
function Picture({ address, words }: { address: string; words: string }) {
  const [isBroken, setBroken] = useState(false)
  if (!isBroken) {
    return (
      <img
        src={address}
        alt={words}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    )
  }
  const outside = linkAddress(address)
  if (!outside) return words
  return (
    <a href={outside} target="_blank" rel="noopener noreferrer nofollow">
      {words || outside}
    </a>
  )
}

function Table({ children }: { children?: ReactNode }) {
  const t = useCopy()
  const scroll = useScrollable<HTMLElement>()
  return (
    <section ref={scroll} className={styles.scroll} aria-label={t('ui.table')}>
      <table>{children}</table>
    </section>
  )
}

function Code({ children }: { children?: ReactNode }) {
  const scroll = useScrollable<HTMLPreElement>()
  return <pre ref={scroll}>{children}</pre>
}
