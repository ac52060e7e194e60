import { Lexer, type Token } from 'marked'
import { useMemo } from 'react'
import styles from './LessonText.module.css'
import { MarkdownBlocks } from './MarkdownBlocks.tsx'

/** Deeper nesting than any author writes is shown as it was typed. */
function lexed(text: string): Token[] | undefined {
  try {
    return new Lexer({ gfm: true }).lex(text)
  } catch (error) {
    console.warn('A lesson text could not be read as Markdown', error)
    return undefined
  }
}

/** The highest heading of a text, from 1 to 6. */
function topHeading(tokens: readonly Token[]): number {
  const depths = tokens.flatMap(token => (token.type === 'heading' ? [Number(token.depth)] : []))
  return Math.min(6, ...depths)
}

/**
 * A lesson's Markdown as elements. Nothing of it reaches the page as HTML: tags are shown as typed, links lead to http(s)
 * only, pictures come from http(s) or this server.
 */
export function LessonText({ text }: { text: string }) {
  const tokens = useMemo(() => lexed(text), [text])
  if (!tokens) return <p className={styles.typed}>{text}</p>
  return (
    <div className={styles.text}>
      <MarkdownBlocks tokens={tokens} place={{ depth: 0, topHeading: topHeading(tokens) }} />
    </div>
  )
}
