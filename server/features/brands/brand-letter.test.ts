import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { brandLetter, brandOrigin } from './brand-letter.ts'
import { brandById, loadBrands } from './load-brands.ts'

const brands = await loadBrands(join(projectRoot, 'brands'))
const kurso = brandById(brands, 'kurso')
const face = brandById(brands, 'face')

const texts = ['injection.json', 'naughty-strings.json'].flatMap(file =>
  sharedData<{ strings: { text: string }[] }>(`hostile-text/${file}`).strings.map(({ text }) => text),
)

async function arrived({ from, to, replyTo, subject, text, html }: Mail) {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    from,
    to: { name: '', address: to },
    ...(replyTo && { replyTo }),
    subject,
    text,
    html,
  })
  return PostalMime.parse(message as Buffer)
}

const letter = { to: 'ada@example.com', subject: 'Hello', paragraphs: ['One.', 'Two.'] }

test('an e-mail has the brand’s name and colour and the same content as text and HTML [ACC-11]', async () => {
  const action = { label: 'Open', url: 'https://school.test/reset?token=a&b=c' }
  const got = await arrived(brandLetter(kurso, 'es', { ...letter, action, footer: 'Because you asked.' }))
  expect(got.from).toMatchObject({ name: 'Kurso', address: 'support@kurso.example.com' })
  expect(got.to).toMatchObject([{ address: 'ada@example.com' }])
  for (const words of [
    'One.',
    'Two.',
    'Open',
    'Because you asked.',
    '¿Tienes dudas? Escribe a support@kurso.example.com',
  ]) {
    expect(got.text).toContain(words)
    expect(got.html).toContain(words)
  }
  expect(got.text).toContain(action.url)
  expect(got.html).toContain('href="https://school.test/reset?token=a&amp;b=c"')
  expect(got.html).toContain(kurso.site.theme.accent)
  expect(got.html).toContain('<html lang="es">')
  expect(got.html).not.toMatch(/<img|url\(|@import|<link/)
})

test('an e-mail may come from the operator’s address; replies then go to the brand [ACC-11]', async () => {
  const got = await arrived(brandLetter(kurso, 'en', { ...letter, from: 'mail@operator.example' }))
  expect(got.from).toMatchObject({ name: 'Kurso', address: 'mail@operator.example' })
  expect(got.replyTo).toMatchObject([{ address: 'support@kurso.example.com' }])
})

test('a brand without a language writes in its default one [LNG-01]', () => {
  const english = {
    ...face,
    site: { ...face.site, languages: ['en' as const], defaultLanguage: 'en' as const, forcedLanguage: null },
  }
  expect(brandLetter(english, 'es', letter).html).toContain('<html lang="en">')
})

test('addresses in the small print can be followed, and what is no address alone stays text', () => {
  const footer =
    'Turn it off here:\nhttps://school.test/off?token=a&b="c\nhttps://school.test/ and more\njavascript:alert(1)'
  const { html, text } = brandLetter(kurso, 'en', { ...letter, footer })
  const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url)
  expect(links.slice(-1)).toEqual(['https://school.test/off?token=a&amp;b=&quot;c'])
  expect(html).toContain('<br>https://school.test/ and more<br>javascript:alert(1)<')
  expect(text).toContain(footer)
})

test('hostile text is shown as text and cannot inject a header [SEC-07]', async () => {
  expect(texts.length).toBeGreaterThan(700)
  const extra = ['x\r\nBcc: victim@example.com', 'x\nContent-Type: text/html\n\n<b>', '"><script>alert(1)</script>']
  for (const text of [...extra, ...texts]) {
    const mail = brandLetter(kurso, 'en', {
      to: 'ada@example.com',
      subject: `Hello ${text}`,
      paragraphs: [`Dear ${text},`],
      footer: text,
      action: { label: text, url: 'https://school.test/x' },
    })
    const tags = new Set([...mail.html.matchAll(/<([^\s>]+)/g)].map(match => match[1]?.toLowerCase()))
    const own = ['!doctype', 'html', 'head', 'meta', 'title', 'style', 'body', 'div', 'p', 'a', 'br']
    expect([...tags].filter(tag => !own.includes((tag ?? '').replace('/', '')))).toEqual([])
    expect(mail.subject).not.toMatch(/[\r\n\0]/)
  }
  for (const text of [...extra, ...texts.filter((_, index) => index % 25 === 0)]) {
    const got = await arrived(brandLetter(kurso, 'en', { ...letter, subject: `Hello ${text}`, paragraphs: [text] }))
    const known = ['from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type']
    expect(got.headers.map(header => header.key).filter(key => !known.includes(key))).toEqual([])
    expect(got.headers.filter(header => header.key === 'to')).toHaveLength(1)
    expect(got.to).toMatchObject([{ address: 'ada@example.com' }])
  }
})

test.each([
  ['kurso', 'https://school.test', 'https://school.test'],
  ['kurso', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['face', 'http://127.0.0.1:4000', `http://${face.domains[0]}:4000`],
  ['face', 'https://school.test', `https://${face.domains[0]}`],
  ['face', `https://${face.domains.at(-1)}:8443`, `https://${face.domains.at(-1)}:8443`],
])('letters of %s link, with PUBLIC_URL %s, to %s [SEC-06]', (id, publicUrl, origin) => {
  expect(brandOrigin(brandById(brands, id), publicUrl)).toBe(origin)
})

test('a brand without a domain is opened at PUBLIC_URL', () => {
  expect(brandOrigin({ domains: [], isDefault: false }, 'https://school.test')).toBe('https://school.test')
})
