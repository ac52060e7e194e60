import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { MarkdownText } from './MarkdownText.tsx'

function shown(text: string): string {
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={{}}>
      <MarkdownText text={text} />
    </CopyProvider>,
  )
}

const harmless = new Set(
  'div p h4 h5 h6 ul ol li blockquote pre code strong em del br hr a img section table thead tbody tr th td'.split(' '),
)
const allowed: Record<string, RegExp> = {
  class: /./,
  'aria-label': /./,
  alt: /^/,
  title: /^/,
  href: /^https?:\/\//,
  src: /^(https?:\/\/|\/media\/)/,
  target: /^_blank$/,
  rel: /noopener noreferrer/,
  loading: /^lazy$/,
  decoding: /^async$/,
  referrerPolicy: /^no-referrer$/,
  start: /^\d+$/,
  scope: /^col$/,
  style: /^text-align:(left|right|center)$/,
}

/** What a rendering must not contain: forbidden tags or attributes. React escapes all text between them. */
function intruders(markup: string): string[] {
  return [...markup.matchAll(/<([a-z0-9]+)([^>]*)>/gi)].flatMap(([whole, tag = '', rest = '']) => {
    const wrong = [...rest.matchAll(/([\w-]+)="([^"]*)"/g)].filter(
      ([, name = '', value = '']) => !allowed[name]?.test(value),
    )
    return !harmless.has(tag) || wrong.length ? [whole] : []
  })
}

type Strings = { strings: { text: string }[] }
const hostile = ['hostile-text/injection.json', 'hostile-text/naughty-strings.json'].flatMap(
  file => sharedData<Strings>(file).strings,
)
const wrappings: ((text: string) => string)[] = [
  text => text,
  text => `- ${text}\n> ${text}`,
  text => `[link](${text})\n\n![picture](${text})\n\n[link](<${text}> "${text}")`,
  text => `[one]\n\n[one]: ${text}`,
  text => `| a |\n|---|\n| ${text} |`,
  text => `<${text}>`,
  text => `**${text}** \`${text}\`\n\n\`\`\`${text}\n${text}\n\`\`\``,
]

test('no hostile text becomes anything but text', () => {
  expect(hostile.length).toBeGreaterThan(700)
  for (const { text } of hostile) {
    for (const wrap of wrappings) expect(intruders(shown(wrap(text))), text).toEqual([])
  }
})

type Tutorial = { stages: { days: { lessons: Record<string, { body: string }[]> }[] }[] }
test('a file of the library is drawn by who shows the text, else its words stand in its place', () => {
  const text = 'Look\n\n![A cup](media:7)\n\n![Gone](media:8)'
  const markup = renderToStaticMarkup(
    <CopyProvider language="en" messages={{}}>
      <MarkdownText
        text={text}
        drawFile={({ id, words }) => (id === 7 ? <img src="/media/a/b.jpg" alt={words} /> : null)}
      />
    </CopyProvider>,
  )
  expect(markup).toContain('<p>Look</p><img src="/media/a/b.jpg" alt="A cup"/><p>Gone</p>')
  expect(shown('![A cup](media:7)')).toContain('<p>A cup</p>')
})

test('the lessons of a real course show none of their tags', () => {
  const bodies = sharedData<Tutorial>('courses/django-girls.json')
    .stages.flatMap(stage => stage.days)
    .flatMap(day => Object.values(day.lessons ?? {}).flat())
    .map(lesson => lesson.body)
  expect(bodies.length).toBeGreaterThan(300)
  const markups = bodies.map(shown)
  expect(markups.flatMap(intruders)).toEqual([])
  const all = markups.join('')
  for (const element of ['<ol', '<ul', '<pre', '<code', '<blockquote', '<h4', '<strong', '<a href="https://']) {
    expect(all).toContain(element)
  }
  expect(all).toContain('&lt;h1&gt;')
})

test('headings begin under the lesson’s own, lists, tables and code keep their shape', () => {
  const markup = shown(
    [
      '## Top\n\n### Under\n\nA **bold** &amp; ~~gone~~ word<br>and `a<b`.',
      '3. three\n4. four\n   - inner',
      '- [x] done\n- [ ] open',
      '| left | right |\n|:---|---:|\n| 1 | 2 |',
      '```py\nprint("<b>")\n```',
    ].join('\n\n'),
  )
  expect(markup).toContain('<h4>Top</h4><h5>Under</h5>')
  expect(markup).toContain('A <strong>bold</strong> &amp; <del>gone</del> word<br/>and <code>a&lt;b</code>.')
  expect(markup).toMatch(/<ol start="3"><li>three<\/li><li>four<ul><li>inner<\/li><\/ul><\/li><\/ol>/)
  expect(markup).toContain('<li>☑ done</li><li>☐ open</li>')
  expect(markup).toContain('<td style="text-align:right">2</td>')
  expect(markup).toContain('<pre><code>print(&quot;&lt;b&gt;&quot;)</code></pre>')
})

test('headings of an article begin below its title', () => {
  const markup = renderToStaticMarkup(
    <CopyProvider language="en" messages={{}}>
      <MarkdownText text={'## Top\n\n### Under\n\n> # Quoted'} heading={2} />
    </CopyProvider>,
  )
  expect(markup).toContain('<h2>Top</h2><h3>Under</h3><blockquote><h2>Quoted</h2></blockquote>')
})

test('a link leads to the web and nowhere else', () => {
  expect(shown('[a](https://example.com/x?y=1&z=2)')).toContain(
    '<a href="https://example.com/x?y=1&amp;z=2" target="_blank" rel="noopener noreferrer nofollow">a</a>',
  )
  for (const address of [
    'javascript:alert(1)',
    'java&#10;script:alert(1)',
    'data:text/html,x',
    '//example.com',
    '/home',
  ])
    expect(shown(`[a](${address})`)).not.toContain('<a')
  expect(shown('[a](https://me:secret@example.com)')).not.toContain('<a')
})

test('a picture comes from the web or from this server’s media', () => {
  expect(shown('![Cat](/media/12/cat.png)')).toContain('<img src="/media/12/cat.png" alt="Cat"')
  expect(shown('![Cat](https://example.com/cat.png)')).toContain('<img src="https://example.com/cat.png"')
  for (const address of ['/logout', '/media/../logout', 'javascript:alert(1)', 'data:image/svg+xml,x'])
    expect(shown(`![Cat](${address})`)).not.toContain('<img')
})

test('a text nested without end is still shown', () => {
  expect(shown(`${'>'.repeat(3000)} deep`)).toContain('deep')
  expect(shown(`${'- '.repeat(300)}deep`)).toContain('deep')
})
