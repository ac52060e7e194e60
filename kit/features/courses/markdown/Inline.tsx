import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode, useState } from 'react'
import { linkAddress, pictureAddress } from './addresses.ts'

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

const deepest = 40

/** Tags are shown as text; comments are dropped and `<br>` breaks the line. */
function html(raw: string): ReactNode {
  if (/^\s*<br\s*\/?>\s*$/i.test(raw)) return <br />
  return raw.replace(/<!--[\s\S]*?-->/g, '')
}

function link(token: Tokens.Link | Tokens.Generic, inner: ReactNode): ReactNode {
  const address = linkAddress(decodeEntities(String(token.href)))
  const title = typeof token.title === 'string' ? decodeEntities(token.title) : undefined
  if (!address) return inner
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" title={title}>
      {inner}
    </a>
  )
}

function renderToken(token: Token, depth: number): ReactNode {
  const inner = () => <Inline tokens={('tokens' in token && token.tokens) || []} depth={depth + 1} />
  switch (token.type) {
    case 'strong':
      return <strong>{inner()}</strong>
    case 'em':
      return <em>{inner()}</em>
    case 'del':
      return <del>{inner()}</del>
    case 'codespan':
      return <code>{String(token.text)}</code>
    case 'br':
      return <br />
    case 'link':
      return link(token, inner())
    case 'image': {
      const address = pictureAddress(decodeEntities(String(token.href)))
      const words = decodeEntities(String(token.text))
      return address ? <Picture address={address} words={words} /> : words
    }
    case 'html':
      return html(token.raw)
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'escape':
      return String(token.text)
    case 'text':
      return token.tokens ? inner() : decodeEntities(String(token.text))
    default:
      return token.raw
  }
}

/** The inline content of a block. */
export function Inline({ tokens, depth }: { tokens: readonly Token[]; depth: number }) {
  if (depth > deepest) return <>{tokens.map(token => token.raw).join('')}</>
  return tokens.map((token, index) => <Fragment key={index}>{renderToken(token, depth)}</Fragment>)
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  larr: '←',
  uarr: '↑',
  rarr: '→',
  darr: '↓',
}

function character(code: number): string {
  const isReal = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isReal ? String.fromCodePoint(code) : '\ufffd'
}

/** Replaces HTML entities by their characters; unknown ones stay as they are. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (typed, decimal, hex, name) => {
    if (decimal) return character(Number(decimal))
    if (hex) return character(Number.parseInt(hex, 16))
    return Object.hasOwn(named, name) ? (named[name] ?? typed) : typed
  })
}
