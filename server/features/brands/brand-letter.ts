import type { Mail } from '#server/platform/mail/mail.ts'
import { brandLanguage, contrastRatio } from '#shared/features/brands/rules.ts'
import type { Brand } from '#shared/features/brands/schema.ts'
import type { Language } from '#shared/platform/contract.ts'

/** The content of an e-mail. All of it is plain text: nothing is interpreted as HTML, and line breaks are kept. */
export type Letter = {
  /** The recipient: one e-mail address. */
  to: string
  subject: string
  paragraphs: readonly string[]
  /** Entries, each with its own address, and what is said below them. */
  items?: readonly { title: string; text: string; url: string }[]
  rest?: string
  /** The call to action: a button, and an address to open by hand. */
  action?: { label: string; url: string }
  /** Small print at the end, such as the reason for the e-mail. */
  footer?: string
  /** The sender (MAIL_FROM); the brand's support e-mail when not set. */
  from?: string | undefined
}

const questions: Record<Language, string> = {
  en: 'Questions? Write to',
  ru: 'Есть вопросы? Пишите на',
  es: '¿Tienes dudas? Escribe a',
}

/** One translated e-mail of a brand, as text and as HTML with the brand's name and colour; it loads no external content. */
export function brandLetter(brand: Brand, wanted: Language, letter: Letter): Mail {
  const language = brandLanguage(brand, wanted)
  const { name, supportEmail } = brand.site
  const contact = `${questions[language]} ${supportEmail}`
  return {
    from: { name: oneLine(name), address: letter.from ?? supportEmail },
    to: letter.to,
    ...(letter.from && { replyTo: supportEmail }),
    subject: oneLine(letter.subject),
    text: textOf(name, letter, contact),
    html: htmlOf(brand, language, letter, contact),
  }
}

/**
 * The origin for links in e-mails; never taken from a Host header. PUBLIC_URL for the default brand and for the brand
 * whose domain it names; for any other brand its own first domain with PUBLIC_URL's scheme and port.
 */
export function brandOrigin(brand: Pick<Brand, 'domains' | 'isDefault'>, publicUrl: string): string {
  const url = new URL(publicUrl)
  const [own] = brand.domains
  if (brand.isDefault || own === undefined || brand.domains.includes(url.hostname)) return url.origin
  url.hostname = own
  return url.origin
}

function textOf(name: string, { paragraphs, items = [], rest, action, footer }: Letter, contact: string): string {
  const entries = items.map(({ title, text, url }) => `${[title, text].map(plain).filter(Boolean).join('\n')}\n${url}`)
  const parts = [
    ...paragraphs.map(plain),
    ...entries,
    ...(rest ? [plain(rest)] : []),
    ...(action ? [`${plain(action.label)}:\n${action.url}`] : []),
  ]
  return `${[...parts, `--\n${[name, footer, contact].filter(Boolean).join('\n')}`].join('\n\n')}\n`
}

function htmlOf(brand: Brand, language: Language, letter: Letter, contact: string) {
  const { subject, paragraphs, items = [], rest, action, footer } = letter
  const { accent } = brand.site.theme
  const onAccent = contrastRatio(accent, '#ffffff') >= 4.5 ? '#ffffff' : '#111111'
  const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`
  const entries = items.map(({ title, text, url }) =>
    paragraph(
      `<a class="ink" href="${escaped(url)}" style="color:#1c1c1c;font-weight:bold">${escaped(title)}</a>${text && `<br>${withBreaks(text)}`}`,
    ),
  )
  const said = [
    ...paragraphs.map(withBreaks).map(paragraph),
    ...entries,
    ...(rest ? [paragraph(withBreaks(rest))] : []),
  ]
  const button = action
    ? `<p style="margin:24px 0"><a href="${escaped(action.url)}" style="background:${accent};color:${onAccent};padding:12px 24px;border-radius:8px;text-decoration:none;display:inline-block;font-weight:bold">${escaped(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${address(action.url)}</p>`
    : ''
  const small = [footer, contact]
    .filter(text => text !== undefined)
    .map(text => `<p style="margin:0 0 8px">${withAddresses(text)}</p>`)
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(oneLine(subject))}</title>
<style>${atNight}</style></head>
<body class="page" style="margin:0;padding:0;background:#f3f3f3;color:#1c1c1c;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px 16px;overflow-wrap:anywhere">
<div style="background:${accent};color:${onAccent};padding:16px 24px;border-radius:8px 8px 0 0;font-size:20px;font-weight:bold">${escaped(brand.site.name)}</div>
<div class="sheet" style="background:#ffffff;padding:24px;border-radius:0 0 8px 8px">
${said.join('\n')}
${button}
</div>
<div class="small" style="padding:16px 24px;color:#555555;font-size:13px">${small.join('\n')}</div>
</div>
</body>
</html>
`
}

/** The colours where a mail program is dark; one that reads no styles keeps the light ones, which stand at each part. */
const atNight = `@media (prefers-color-scheme:dark){.page{background:#121212!important}.page,.ink{color:#ececec!important}.sheet{background:#1e1e1e!important}.small{color:#b4b4b4!important}}`

/** For headers: characters that would end the line, or hide in it, become spaces. */
function oneLine(text: string): string {
  return plain(text).replaceAll(/\s+/gu, ' ').trim()
}

/** Removes control characters, including those that change the writing direction. */
function plain(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return plain(text).replaceAll(/[&<>"']/g, character => entities[character] ?? '')
}

function withBreaks(text: string): string {
  return escaped(text).replaceAll('\n', '<br>')
}

const address = (url: string) => `<a href="${escaped(url)}" style="color:inherit">${escaped(url)}</a>`

/** Lines that are an address can be followed. */
const withAddresses = (text: string) =>
  text
    .split('\n')
    .map(line => (/^https?:\/\/\S+$/.test(line) ? address(line) : escaped(line)))
    .join('<br>')
