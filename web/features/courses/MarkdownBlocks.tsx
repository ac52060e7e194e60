import type { Token, Tokens } from 'marked'
import { Fragment } from 'react'
import { MarkdownInline } from './MarkdownInline.tsx'
import { MarkdownTable } from './MarkdownTable.tsx'
import { useScrollable } from './use-scrollable.ts'

/** Where tokens stand: how deep, and which heading of the text is its highest. */
export type Place = { depth: number; topHeading: number }

/** Beyond this nesting a text is shown as typed, so that a hostile one cannot exhaust the stack. */
const deepest = 24

const headings = ['h4', 'h5', 'h6'] as const

function deeper({ depth, topHeading }: Place): Place {
  return { depth: depth + 1, topHeading }
}

function List({ list, place }: { list: Tokens.List; place: Place }) {
  const Element = list.ordered ? 'ol' : 'ul'
  const start = list.ordered && typeof list.start === 'number' && list.start !== 1 ? list.start : undefined
  return (
    <Element start={start}>
      {list.items.map((item, index) => (
        <li key={index}>
          <MarkdownBlocks tokens={item.tokens} place={deeper(place)} />
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
      const Heading = headings[Math.min(2, Math.max(0, Number(token.depth) - place.topHeading))] ?? 'h6'
      return (
        <Heading>
          <MarkdownInline tokens={inner} depth={place.depth + 1} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <MarkdownInline tokens={inner} depth={place.depth + 1} />
        </p>
      )
    case 'list':
      return <List list={token as Tokens.List} place={place} />
    case 'blockquote':
      return (
        <blockquote>
          <MarkdownBlocks tokens={inner} place={deeper(place)} />
        </blockquote>
      )
    case 'code':
      return <Code text={String(token.text)} />
    case 'table':
      return <MarkdownTable table={token as Tokens.Table} depth={place.depth + 1} />
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    default:
      return <MarkdownInline tokens={[token]} depth={place.depth + 1} />
  }
}

/** The blocks of a Markdown text, in order. */
export function MarkdownBlocks({ tokens, place }: { tokens: readonly Token[]; place: Place }) {
  if (place.depth > deepest) return <>{tokens.map(token => token.raw).join('')}</>
  return tokens.map((token, index) => (
    <Fragment key={index}>
      <Block token={token} place={place} />
    </Fragment>
  ))
}
