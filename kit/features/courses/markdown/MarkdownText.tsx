import { createElement, type ReactNode, useMemo, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useScrollable } from '#kit/ui/use-scrollable.ts'
import { linkAddress } from '#shared/features/courses/markdown/addresses.ts'
import type { MarkdownElement, MarkdownNode } from '#shared/features/courses/markdown/elements.ts'
import { type HeadingLevel, readMarkdown } from '#shared/features/courses/markdown/markdown.ts'
import styles from './MarkdownText.module.css'

/** A file of the library that a text shows, with what the author says of it. */
export type FileInText = { id: number; words: string }

/** Draws a file of the library; null where its words must do. */
export type DrawFile = (file: FileInText) => ReactNode

/** `heading`: the level at which its headings begin. */
export type TextProps = { text: string; heading?: HeadingLevel; drawFile?: DrawFile }

/** Renders Markdown as elements, by the rules of `readMarkdown`. */
export function MarkdownText({ text, heading = 4, drawFile = () => null }: TextProps) {
  const nodes = useMemo(() => readMarkdown(text, heading), [text, heading])
  if (!nodes) return <p className={styles.typed}>{text}</p>
  return createElement('div', { className: styles.text }, ...nodes.map(node => shown(node, drawFile)))
}

const shown = (node: MarkdownNode, drawFile: DrawFile): ReactNode =>
  typeof node === 'string' ? node : elementOf(node, drawFile)

function elementOf({ tag, attributes = {}, children }: MarkdownElement, drawFile: DrawFile): ReactNode {
  const inner = children.map(node => shown(node, drawFile))
  if (tag === 'file') {
    const { id = 0, alt: words = '' } = attributes
    return drawFile({ id, words }) ?? createElement('p', null, words)
  }
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
