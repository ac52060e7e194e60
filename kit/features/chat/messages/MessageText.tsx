import styles from './MessageBubble.module.css'

/** A message's text: line breaks kept, http(s) addresses as links, `@` with one of the names stands out, everything else plain. */
export function MessageText({ text, names = [] }: { text: string; names?: readonly string[] | undefined }) {
  if (!text) return null
  return (
    <p className={styles.text} dir="auto">
      {textParts(text).map((part, index) =>
        part.href === undefined ? (
          namedParts(part.text, names).map((piece, at) =>
            piece.isName ? (
              <strong key={at}>
                <bdi>{piece.text}</bdi>
              </strong>
            ) : (
              piece.text
            ),
          )
        ) : (
          // The order of a text's parts is their identity.
          <a key={`${index} ${part.href}`} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            <bdi>{part.text}</bdi>
          </a>
        ),
      )}
    </p>
  )
}

/** A piece of a message: words, or an address that may be followed. */
export type TextPart = { text: string; href?: string }

const address = /https?:\/\/[^\s<>"'`]+/gi
/** Punctuation after an address ends the sentence and is not part of the link. */
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

/** A text with each `@` and one of the names apart, the longest name that fits; joined together it is the text unchanged. */
export function namedParts(text: string, names: readonly string[]): { text: string; isName?: true }[] {
  const known = names
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length)
    .map(name => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (known.length === 0) return [{ text }]
  // What is captured stands at the odd places.
  const pieces = text.split(new RegExp(`(@(?:${known.join('|')}))`, 'u'))
  return pieces.flatMap((piece, at) =>
    piece === '' ? [] : at % 2 === 1 ? { text: piece, isName: true } : { text: piece },
  )
}

/** Puts text on the clipboard; a page over plain http has only the old way. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
