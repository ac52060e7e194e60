import { useScrollable } from '#kit/ui/use-scrollable.ts'
import { Lexer, type Token, type Tokens } from 'marked'
import { Fragment, useMemo } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Inline } from './Inline.tsx'
import styles from './MarkdownText.module.css'

/**
 * `depth`: how many blocks enclose the tokens; `topHeading`: the highest heading level of the whole text, shown as `heading` on the
 * page.
 */
type Place = { depth: number; topHeading: number; heading: HeadingLevel }

/** Beyond this depth a text is shown unrendered, so that a hostile one cannot exhaust the stack. */
const deepest = 24

const headings = ['h2', 'h3', 'h4', 'h5', 'h6'] as const
/** Where the headings of a text may begin: below those of a lesson or of a page. */
export type HeadingLevel = 2 | 4

function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 }
}

function Table({ table, depth }: { table: Tokens.Table; depth: number }) {
  const t = useCopy()
  const scroll = useScrollable<HTMLElement>()
  const cell = ({ tokens }: Tokens.TableCell) => <Inline tokens={tokens} depth={depth} />
  return (
    <section ref={scroll} className={styles.scroll} aria-label={t('ui.table')}>
      <table>
        <thead>
          <tr>
            {table.header.map((one, column) => (
              <th key={column} scope="col" style={{ textAlign: one.align ?? undefined }}>
                {cell(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            <tr key={line}>
              {row.map((one, column) => (
                <td key={column} style={{ textAlign: one.align ?? undefined }}>
                  {cell(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function List({ list, place }: { list: Tokens.List; place: Place }) {
  const Element = list.ordered ? 'ol' : 'ul'
  const start = list.ordered && typeof list.start === 'number' && list.start !== 1 ? list.start : undefined
  return (
    <Element start={start}>
      {list.items.map((item, index) => (
        <li key={index}>
          <Blocks tokens={item.tokens} place={deeper(place)} />
        </li>
      ))}
    </Element>
  )
}

function Code({ text }: { text: string }) {
  const scroll = useScrollable<HTMLPreElement>()
  return (
    <pre ref={scroll}>
      <code>{text}</code>
    </pre>
  )
}

function Block({ token, place }: { token: Token; place: Place }) {
  const inner = ('tokens' in token && token.tokens) || []
  switch (token.type) {
    case 'heading': {
      const Heading = headings[place.heading - 2 + Math.max(0, Number(token.depth) - place.topHeading)] ?? 'h6'
      return (
        <Heading>
          <Inline tokens={inner} depth={place.depth + 1} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Inline tokens={inner} depth={place.depth + 1} />
        </p>
      )
    case 'list':
      return <List list={token as Tokens.List} place={place} />
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={inner} place={deeper(place)} />
        </blockquote>
      )
    case 'code':
      return <Code text={String(token.text)} />
    case 'table':
      return <Table table={token as Tokens.Table} depth={place.depth + 1} />
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    default:
      return <Inline tokens={[token]} depth={place.depth + 1} />
  }
}

function Blocks({ tokens, place }: { tokens: readonly Token[]; place: Place }) {
  if (place.depth > deepest) return <>{tokens.map(token => token.raw).join('')}</>
  return tokens.map((token, index) => (
    <Fragment key={index}>
      <Block token={token} place={place} />
    </Fragment>
  ))
}

/** The text's tokens; undefined when the lexer gives up, as it does on absurdly deep nesting. */
function lexed(text: string): Token[] | undefined {
  try {
    return new Lexer({ gfm: true }).lex(text)
  } catch (error) {
    console.warn('A lesson text could not be read as Markdown', error)
    return undefined
  }
}

function topHeading(tokens: readonly Token[]): number {
  const depths = tokens.flatMap(token => (token.type === 'heading' ? [Number(token.depth)] : []))
  return Math.min(6, ...depths)
}

/**
 * Renders Markdown as elements. None of it reaches the page as HTML: tags are shown as text, links are http(s) only, and
 * pictures come from http(s) or this server's media.
 */
export function MarkdownText({ text, heading = 4 }: { text: string; heading?: HeadingLevel }) {
  const tokens = useMemo(() => lexed(text), [text])
  if (!tokens) return <p className={styles.typed}>{text}</p>
  return (
    <div className={styles.text}>
      <Blocks tokens={tokens} place={{ depth: 0, topHeading: topHeading(tokens), heading }} />
    </div>
  )
}
