import { html, Html, type Part } from '#server/platform/http/html.ts'
import type { MarkdownElement, MarkdownNode } from '#shared/features/courses/markdown/elements.ts'
import { readMarkdown } from '#shared/features/courses/markdown/markdown.ts'

type DrawFile = (file: { id: number; words: string }) => Html | undefined

/** Markdown in a page of the server’s own, by the rules of the app; `drawFile` draws what it shows of the library. */
export function markdownHtml(text: string, drawFile: DrawFile): Html {
  const nodes = readMarkdown(text, 2)
  return html`<div class="text">${nodes ? nodes.map(node => written(node, drawFile)) : html`<p>${text}</p>`}</div>`
}

const written = (node: MarkdownNode, drawFile: DrawFile): Part =>
  typeof node === 'string' ? node : writtenElement(node, drawFile)

function writtenElement({ tag, attributes = {}, children }: MarkdownElement, drawFile: DrawFile): Html {
  const inner = children.map(node => written(node, drawFile))
  if (tag === 'file') {
    const { id = 0, alt: words = '' } = attributes
    return drawFile({ id, words }) ?? html`<p>${words}</p>`
  }
  return own[tag]?.(attributes, inner) ?? html`${new Html(`<${tag}>`)}${inner}${new Html(`</${tag}>`)}`
}

type Attributes = NonNullable<MarkdownElement['attributes']>

/** What is more than its element. */
const own: Partial<Record<MarkdownElement['tag'], (attributes: Attributes, inner: Part) => Html>> = {
  br: () => html`<br>`,
  hr: () => html`<hr>`,
  img: ({ src, alt }) =>
    html`<img src="${src}" alt="${alt}" loading="lazy" decoding="async" referrerpolicy="no-referrer">`,
  a: ({ href, title }, inner) =>
    html`<a href="${href}"${title !== undefined && html` title="${title}"`} target="_blank" rel="noopener noreferrer nofollow">${inner}</a>`,
  table: (_, inner) => html`<div class="wide" tabindex="0"><table>${inner}</table></div>`,
  ol: ({ start }, inner) => html`<ol${start !== undefined && html` start="${start}"`}>${inner}</ol>`,
  th: ({ align }, inner) => html`<th scope="col"${align && html` class="${align}"`}>${inner}</th>`,
  td: ({ align }, inner) => html`<td${align && html` class="${align}"`}>${inner}</td>`,
}
