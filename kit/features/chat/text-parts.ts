/** A piece of a message: words, or an address that may be followed. */
export type TextPart = { text: string; href?: string }

const address = /https?:\/\/[^\s<>"'`]+/gi
/** What ends a sentence after an address is no part of it. */
const trailing = /[.,;:!?…»”’)\]}*_~]+$/

/** The address of a link, closed brackets counted in when they were opened in it. */
function trimmed(found: string): string {
  let link = found.replace(trailing, '')
  const rest = found.slice(link.length)
  if (rest.startsWith(')') && link.includes('(')) link += ')'
  return link
}

function safeAddress(link: string): string | undefined {
  try {
    const { protocol, href } = new URL(link)
    return protocol === 'http:' || protocol === 'https:' ? href : undefined
  } catch {
    return undefined
  }
}

/** A message's text with its http(s) addresses apart; joined together it is the text unchanged. Nothing is markup. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const match of text.matchAll(address)) {
    const link = trimmed(match[0])
    const href = safeAddress(link)
    if (!href) continue
    if (match.index > done) parts.push({ text: text.slice(done, match.index) })
    parts.push({ text: link, href })
    done = match.index + link.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}
