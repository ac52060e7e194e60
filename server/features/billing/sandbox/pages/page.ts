import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Language } from '#shared/platform/contract.ts'
import { words } from './words.ts'

const style = `:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText}
.trial{margin:0;padding:.75rem 1rem;background:#ffd84d;color:#222;text-align:center;font-weight:600}
main{max-width:28rem;margin:0 auto;padding:1rem}
h1{font-size:1.375rem;line-height:1.25;margin:.5rem 0}
h2{font-size:1rem;margin:2rem 0 .5rem}
label{display:block;margin-top:.75rem;font-weight:600}
input{width:100%;min-height:3rem;padding:.5rem .75rem;font:inherit;border:1px solid GrayText;border-radius:.5rem}
button,.button{display:block;width:100%;min-height:3rem;margin-top:1rem;padding:.625rem 1rem;font:inherit;font-weight:600;
text-align:center;text-decoration:none;cursor:pointer;border:1px solid GrayText;border-radius:.5rem;background:Canvas;color:CanvasText}
.main{background:#1f5fbf;border-color:#1f5fbf;color:#fff}
.card{margin-top:.5rem;font-weight:400;text-align:start}
.card b{display:block;font-variant-numeric:tabular-nums}
:focus-visible{outline:3px solid #1f5fbf;outline-offset:2px}
.fault{margin:.25rem 0 0;color:#b3261e}
.declined{padding:.75rem 1rem;border:1px solid currentColor;border-radius:.5rem}
@media (prefers-color-scheme:dark){.fault{color:#ffb4ab}:focus-visible{outline-color:#9cc2ff}}`
const styleHash = createHash('sha256').update(style).digest('base64')

/** A text inside HTML or an attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A link that looks like a button. */
export function buttonLink(address: string, text: string): string {
  return `<a class="button" href="${escaped(address)}">${escaped(text)}</a>`
}

type Page = { language: Language; title: string; body: string; status?: number; backTo?: string }

/**
 * Sends a page that runs no script and is framed by nobody, under the words that no money moves. `backTo` is where its
 * form may lead after the answer.
 */
export function sendPage(reply: FastifyReply, { language, title, body, status = 200, backTo }: Page) {
  // Browsers hold the redirect after a form to form-action too.
  const targets = backTo === undefined ? "'self'" : `'self' ${new URL(backTo).origin}`
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><p class="trial" role="note">${escaped(words[language].trial)}</p><main><h1>${escaped(title)}</h1>${body}</main></body></html>`)
}
