import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode, useState } from 'react'
import { linkAddress, pictureAddress } from './addresses.ts'
import { decodeEntities } from './entities.ts'

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
