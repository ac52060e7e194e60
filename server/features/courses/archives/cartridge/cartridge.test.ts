import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { markdownOf } from '../markdown.ts'
import { openArchive } from '../open-archive.ts'
import { type ReportLine, whyText } from '#shared/features/courses/report-texts.ts'
import { reportLines } from '../outline.ts'
import { zipOf } from '../testing/archives.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-cartridge-'))
})
afterEach(() => rm(folder, { recursive: true }))

const item = (title: string, ref: string | undefined, inner = '') =>
  `<item identifier="i"${ref ? ` identifierref="${ref}"` : ''}><title>${title}</title>${inner}</item>`
const resource = (id: string, type: string, href: string) =>
  `<resource identifier="${id}" type="${type}" href="${href}"><file href="${href}"/></resource>`

const question = `<item ident="q1"><presentation><material><mattext texttype="text/html">&lt;p&gt;Two and two?&lt;/p&gt;</mattext></material>
  <response_lid><render_choice><response_label ident="a"><material><mattext>Three</mattext></material></response_label>
  <response_label ident="b"><material><mattext>Four</mattext></material></response_label></render_choice></response_lid></presentation>
  <resprocessing><respcondition><conditionvar><not><varequal>a</varequal></not><varequal>b</varequal></conditionvar>
  <setvar varname="SCORE">100</setvar></respcondition></resprocessing></item>`

const page = `<html><head><title>x</title></head><body onload="steal()"><h2>Hot &amp; cold</h2><p>Read <b>this</b> *now*.</p>
  <script>steal()</script><a href="javascript:steal()">here</a> <a href="https://example.com/a(b)">out</a>
  <img src="$IMS-CC-FILEBASE$/pic.png" alt="Leaf"><a href="$IMS-CC-FILEBASE$/plan.pdf">Plan</a>
  <ul><li>one</li><li>two</li></ul></body></html>`

const files = (version: string, items: string) => [
  {
    name: 'imsmanifest.xml',
    content: `<?xml version="1.0"?><manifest xmlns:lomimscc="x"><metadata><lomimscc:lom><lomimscc:general><lomimscc:title>
      <lomimscc:string>Tea</lomimscc:string></lomimscc:title></lomimscc:general></lomimscc:lom></metadata>
      <organizations><organization><item identifier="root">${items}</item></organization></organizations><resources>
      ${resource('page', 'webcontent', 'wiki/page.html')}${resource('link', `imswl_xmlv${version}`, 'link.xml')}
      ${resource('bad', `imswl_xmlv${version}`, 'bad.xml')}${resource('topic', `imsdt_xmlv${version}`, 'topic.xml')}
      ${resource('quiz', `imsqti_xmlv1p2/imscc_xmlv${version}/assessment`, 'quiz.xml')}
      ${resource('task', 'assignment_xmlv1p0', 'task.xml')}${resource('tool', `imsbasiclti_xmlv1p0`, 'tool.xml')}
      ${resource('gone', 'webcontent', 'gone.html')}</resources></manifest>`,
  },
  { name: 'wiki/page.html', content: page },
  { name: 'web_resources/pic.png', content: '\x89PNG\r\n\x1a\n' },
  { name: 'web_resources/plan.pdf', content: '%PDF-1.4' },
  { name: 'web_resources/left.txt', content: 'x' },
  { name: 'link.xml', content: '<webLink><title>L</title><url href="https://example.com/tea"/></webLink>' },
  { name: 'bad.xml', content: '<webLink><title>L</title><url href="javascript:steal()"/></webLink>' },
  {
    name: 'topic.xml',
    content: '<topic><title>T</title><text texttype="text/html">&lt;p&gt;Why?&lt;/p&gt;</text></topic>',
  },
  {
    name: 'quiz.xml',
    content: `<questestinterop><assessment><section>${question}</section></assessment></questestinterop>`,
  },
  {
    name: 'task.xml',
    content: '<assignment><text texttype="text/html">&lt;p&gt;Brew it&lt;/p&gt;</text></assignment>',
  },
  { name: 'tool.xml', content: '<cartridge_basiclti_link/>' },
]

const items = [
  item('First week', undefined, [item('Page', 'page'), item('Link', 'link'), item('Bad', 'bad')].join('')),
  item(
    'Second week',
    undefined,
    [
      item('Evening', undefined, [item('Quiz', 'quiz'), item('Deep', undefined, item('Topic', 'topic'))].join('')),
      item('Task', 'task'),
      item('Tool', 'tool'),
      item('Gone', 'gone'),
      item('Heading', undefined),
    ].join(''),
  ),
].join('')

async function opened(version: string, own = items, changed: Record<string, string> = {}) {
  const file = join(folder, 'Good Tea.imscc')
  await writeFile(
    file,
    zipOf(
      files(version, own).map(({ name, content }) => ({
        name,
        content: Buffer.from(changed[name] ?? content, 'latin1'),
      })),
    ),
  )
  const made = await mkdtemp(join(folder, 'read-'))
  return openArchive({ archive: file, name: 'Good Tea.imscc', language: 'en' }, made)
}
const outcomes = (report: readonly ReportLine[]) => report.map(({ title, kind, outcome }) => [title, kind, outcome])

test.each(['1p1', '1p2', '1p3'])('a cartridge of %s is a course, in its order and nesting', async version => {
  const { course, report } = await opened(version)
  const shape = course.stages.map(({ title, days }) => [
    title['en'],
    days.map(day => [
      day.title['en'],
      day.lessonSets.flatMap(set =>
        set.lessons.map(({ use }) => course.lessons.find(({ key }) => key === use)?.title['en']),
      ),
      day.homeworks.map(homework => homework.title['en']),
    ]),
  ])
  expect(course.title['en']).toBe('Tea')
  expect(shape).toEqual([
    ['First week', [['First week', ['Page', 'Link'], []]]],
    [
      'Second week',
      [
        ['Evening', ['Deep · Topic'], ['Quiz']],
        ['Second week', [], ['Task']],
      ],
    ],
  ])
  expect(outcomes(report)).toEqual([
    ['Page', 'page', 'changed'],
    ['Link', 'link', 'changed'],
    ['Bad', 'link', 'skipped'],
    ['Quiz', 'quiz', 'changed'],
    ['Deep · Topic', 'discussion', 'changed'],
    ['Task', 'assignment', 'imported'],
    ['Tool', 'tool', 'skipped'],
    ['Gone', 'page', 'skipped'],
    ['Heading', 'heading', 'skipped'],
    ['web_resources/left.txt', 'file', 'skipped'],
  ])
  expect(reportLines(report)[0]).toBe('10 items: 1 imported, 4 changed, 5 skipped')
})

test('a page keeps what Markdown has, its picture and its document; nothing in it runs', async () => {
  const { course, report } = await opened('1p2')
  const [lesson] = course.lessons
  expect(lesson?.text?.['en']).toBe(
    '## Hot \\& cold\n\nRead **this** \\*now\\*.\n\nhere [out](https://example.com/a%28b%29) Plan \n\n- one\n- two',
  )
  expect(lesson?.image?.large).toMatch(/^\d+\/pic\.png$/)
  expect(course.documents.map(({ file }) => file)).toEqual([expect.stringMatching(/^\d+\/plan\.pdf$/)])
  expect(whyText(report[0]?.why ?? [], 'en')).toContain('<script>')
  expect(JSON.stringify(course)).not.toMatch(/steal|javascript/)
})

test('a quiz is a homework, its right answers in the solution that learners never read', async () => {
  const { course } = await opened('1p3')
  const homework = course.stages[1]?.days[0]?.homeworks[0]
  expect(homework?.text?.['en']).toBe('**1.** Two and two?\n\n- Three\n- Four')
  expect(homework?.solution?.['en']).toBe('**1.** Four')
})

test('an item that is not well-formed is left out and reported, the rest is taken', async () => {
  const { course, report } = await opened('1p1', items, { 'topic.xml': '<topic><text>Why?</topic>' })
  expect(course.lessons).toHaveLength(2)
  expect(report.find(({ title }) => title === 'Deep · Topic')).toMatchObject({
    outcome: 'skipped',
    why: [{ code: 'broken', of: 'topic.xml' }],
  })
  await expect(opened('1p1', items, { 'topic.xml': '<!DOCTYPE t><topic/>' })).rejects.toThrow('topic.xml: declares')
})

test('what a homework cannot hold is reported: pictures of an assignment and of a quiz', async () => {
  const picture = '&lt;img src="$IMS-CC-FILEBASE$/pic.png"&gt;'
  const { report } = await opened('1p1', items, {
    'task.xml': `<assignment><text texttype="text/html">Brew it ${picture}</text></assignment>`,
    'quiz.xml': `<questestinterop><assessment>${question.replace('Two and two?', picture)}</assessment></questestinterop>`,
  })
  const whyOf = (title: string) => whyText(report.find(line => line.title === title)?.why ?? [], 'en')
  expect(whyOf('Task')).toBe('left out: a picture, video or file')
  expect(whyOf('Quiz')).toMatch(/left out: a picture, video or file$/)
})

test('a title stays on one line, and steers no terminal', async () => {
  const { course, report } = await opened('1p1', item('Week', undefined, item('Two\n   lines &#155;2J', 'page')))
  expect(course.lessons[0]?.title['en']).toBe('Two lines 2J')
  expect(reportLines(report).join('\n')).toContain('page Two lines 2J')
})

test('a cartridge with nothing to learn in it is refused', async () => {
  await expect(opened('1p1', item('Empty', undefined))).rejects.toThrow('Good Tea.imscc: has nothing to learn in it')
})

test.each([
  ['<p><img src=x onerror=steal()></p>', ''],
  ['<svg><script>steal()</script></svg><math>x</math>', ''],
  ['<p>a</p> <script></script> <script></script> <script></script> <script></script> b', 'a\n\nb'],
  ['&lt;script&gt;steal&lt;/script&gt;', '\\<script\\>steal\\</script\\>'],
  ['<p>1. One<br>--- <br>=== two</p>', '1\\. One\\\n\\--- \\\n\\=== two'],
  ['<p>a <code>b\n\n# c `d`</code></p>', "a `b # c 'd'`"],
  ['<h2><pre>a\n\nb</pre></h2>', '## `a b`'],
  ['<a href="https://a.example/ b">x](y)</a>', '[x\\](y)](https://a.example/%20b)'],
])('%s cannot become anything but text', (html, text) => {
  expect(markdownOf(html, address => (address.startsWith('https:') ? address : undefined)).text).toBe(text)
})

test('a page of any depth is read, and what a database cannot store is left out', () => {
  const html = `<pre>a\0b\n${'<b>'.repeat(50_000)}`
  expect(markdownOf(html, () => undefined).text).toBe('```\nab\n\n```')
})
