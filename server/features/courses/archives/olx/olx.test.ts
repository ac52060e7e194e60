import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openArchive } from '../open-archive.ts'
import { type ReportLine, whyText } from '#shared/features/courses/report-texts.ts'
import { tarOf } from '../testing/archives.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurso-olx-'))
})
afterEach(() => rm(folder, { recursive: true }))

const film = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')
const problem = `<problem display_name="Sum"><multiplechoiceresponse><label>Two and two?</label><choicegroup>
  <choice correct="false">Three<choicehint>No</choicehint></choice><choice correct="true">Four</choice></choicegroup>
  </multiplechoiceresponse><solution><p><b>Count</b> them.</p></solution></problem>`

/** A course as Open edX exports it; `changed` has other contents for some of its files, undefined for none. */
const exported: Record<string, string | Buffer> = {
  'course.xml': '<course url_name="2026" org="Kurso" course="Tea"/>',
  'course/2026.xml': `<course display_name="Tea"><chapter url_name="one"/><chapter url_name="two"/><wiki slug="w"/></course>`,
  'chapter/one.xml': `<chapter display_name="First week"><sequential url_name="water"/></chapter>`,
  'sequential/water.xml': `<sequential display_name="Water"><vertical url_name="boil"/><vertical url_name="ask"/></sequential>`,
  'vertical/boil.xml': `<vertical display_name="Boil it"><html url_name="text"/><video url_name="film"/><video url_name="tube"/></vertical>`,
  'html/text.xml': '<html filename="text" display_name="Text"/>',
  'html/text.html': `<h2>Hot</h2><p onclick="steal()">See <a href="/jump_to_id/ask">the test</a>, <a href="/static/plan.pdf">the plan</a>
    <img src="/static/leaf.png"><img src="/static/second.png"></p><script>steal()</script>`,
  'video/film.xml': `<video display_name="Boiling" html5_sources='["/static/boil.mp4"]'><transcript language="en" src="boil.srt"/>
    <transcript language="de" src="gone.srt"/></video>`,
  'video/tube.xml': '<video display_name="More" youtube="1.00:abc-_1"/>',
  'vertical/ask.xml': `<vertical display_name="Test">${problem}<problem url_name="word"/><discussion url_name="d" display_name="Talk"/></vertical>`,
  'problem/word.xml': `<problem display_name="Word"><p>What is hot?</p><stringresponse answer="tea"><textline/></stringresponse></problem>`,
  'chapter/two.xml': `<chapter display_name="Second week"><sequential display_name="Evening"><vertical display_name="Brew">
    <openassessment display_name="Photo"><prompts><prompt><description>&lt;p&gt;Brew it&lt;/p&gt;</description></prompt></prompts></openassessment>
    <lti_consumer display_name="Tool"/><html url_name="gone" display_name="Gone"/><html url_name="staff" display_name="Notes" visible_to_staff_only="true">x</html>
    </vertical></sequential></chapter>`,
  'static/leaf.png': '\x89PNG\r\n\x1a\n',
  'static/second.png': '\x89PNG\r\n\x1a\n',
  'static/plan.pdf': '%PDF-1.4',
  'static/boil.mp4': film,
  'static/boil.srt': '1\n00:00:01,000 --> 00:00:02,000\nBubbles\n',
  'policies/2026/policy.json': '{}',
}

async function opened(changed: Record<string, string | undefined> = {}, root = 'course/') {
  const file = join(folder, 'tea.tar.gz')
  const entries = Object.entries({ ...exported, ...changed })
    .filter(([, content]) => content !== undefined)
    .map(([name, content = '']) => ({
      name: `${root}${name}`,
      content: typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
    }))
  await writeFile(file, await tarOf(entries))
  const made = await mkdtemp(join(folder, 'read-'))
  const { course, report, files } = await openArchive({ archive: file, name: 'tea.tar.gz', language: 'en' }, made)
  const subtitles = course.lessons[0]?.videos.main?.subtitles['en']
  const vtt = subtitles === undefined ? undefined : await readFile(join(files, subtitles), 'utf8')
  return { course, report, vtt }
}
const outcomes = (report: readonly ReportLine[]) => report.map(({ title, kind, outcome }) => [title, kind, outcome])
const whyOf = (report: readonly ReportLine[], title: string) =>
  whyText(report.find(line => line.title === title)?.why ?? [], 'en')

test.each(['course/', '', 'tea-2026/course/'])(
  'an Open edX export in %j is a course, with a line for each item',
  async root => {
    const { course, report } = await opened({}, root)
    const titleOf = (key: string) => course.lessons.find(lesson => lesson.key === key)?.title['en']
    const shape = course.stages.map(({ title, days }) => [
      title['en'],
      days.map(day => [
        day.title['en'],
        day.lessonSets.flatMap(set => set.lessons.map(({ use }) => titleOf(use))),
        day.homeworks.map(homework => homework.title['en']),
      ]),
    ])
    expect(course.title['en']).toBe('Tea')
    expect(shape).toEqual([
      ['First week', [['Water', ['Boil it', 'More'], ['Test']]]],
      ['Second week', [['Evening', [], ['Photo']]]],
    ])
    expect(outcomes(report)).toEqual([
      ['Text', 'page', 'changed'],
      ['Boiling', 'film', 'changed'],
      ['More', 'film', 'changed'],
      ['Sum', 'problem', 'changed'],
      ['Word', 'problem', 'changed'],
      ['Talk', 'discussion', 'skipped'],
      ['Photo', 'assignment', 'changed'],
      ['Tool', 'tool', 'skipped'],
      ['Gone', 'page', 'skipped'],
      ['Notes', 'page', 'skipped'],
      ['w', 'other', 'skipped'],
      [`${root}static/second.png`, 'file', 'skipped'],
      [`${root}policies/2026/policy.json`, 'file', 'skipped'],
    ])
  },
)

test('a unit is one lesson with its page, picture, film and subtitles; nothing of the page runs', async () => {
  const { course, report, vtt } = await opened()
  const [lesson, further] = course.lessons
  expect(lesson?.text?.['en']).toBe('## Hot\n\nSee the test, the plan')
  expect(lesson?.image?.large).toMatch(/^\d+\/leaf\.png$/)
  expect(lesson?.videos.main?.mp4).toMatch(/^\d+\/boil\.mp4$/)
  expect(vtt).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nBubbles\n')
  expect(further?.links).toEqual([{ title: { en: 'More' }, url: 'https://www.youtube.com/watch?v=abc-_1' }])
  expect(course.documents.map(({ file }) => file)).toEqual([expect.stringMatching(/^\d+\/plan\.pdf$/)])
  expect(whyOf(report, 'Text')).toBe(
    'left out: <script>; left out: a link to “Test”; left out: a picture, video or file',
  )
  expect(whyOf(report, 'Boiling')).toBe('left out: the subtitles gone.srt')
  expect(JSON.stringify(course)).not.toContain('steal')
})

test('the problems of a unit are one homework, their right answers in the solution that learners never read', async () => {
  const { course } = await opened()
  const homework = course.stages[0]?.days[0]?.homeworks[0]
  expect(homework?.text?.['en']).toBe('**1.** Two and two?\n\n- Three\n- Four\n\n**2.** What is hot?')
  expect(homework?.solution?.['en']).toBe('**1.** Four\n\n**Count** them.\n\n**2.** tea')
  expect(course.stages[1]?.days[0]?.homeworks[0]?.text?.['en']).toBe('Brew it')
})

test('an item that is not well-formed or not there is left out and reported, the rest is taken', async () => {
  const { course, report } = await opened({ 'video/film.xml': '<video><b></video>', 'problem/word.xml': undefined })
  expect(whyOf(report, 'film')).toMatch(/video\/film\.xml is not well-formed/)
  expect(whyOf(report, 'word')).toBe('it has no text')
  expect(course.lessons).toHaveLength(1)
})

test('a page written inline is taken; an empty one is reported as missing', async () => {
  const pages =
    '<html url_name="here" display_name="Here"><p>Brew</p></html><html url_name="bare" display_name="Bare"> </html>'
  const { course, report } = await opened({
    'vertical/boil.xml': `<vertical display_name="Boil it">${pages}</vertical>`,
  })
  expect(course.lessons[0]?.text?.['en']).toBe('Brew')
  const ofPages = outcomes(report).filter(([title]) => title === 'Here' || title === 'Bare')
  expect(ofPages.map(([title, , outcome]) => [title, outcome === 'skipped'])).toEqual([
    ['Here', false],
    ['Bare', true],
  ])
  expect(whyOf(report, 'Bare')).toContain('html/bare.html')
})

test.each([
  [
    'a document type',
    { 'problem/word.xml': '<!DOCTYPE p [<!ENTITY e SYSTEM "file:///etc/passwd">]><p>&e;</p>' },
    /declares/,
  ],
  [
    'a block inside itself',
    {
      'chapter/one.xml': '<chapter><vertical url_name="boil"/></chapter>',
      'vertical/boil.xml': '<vertical><wrapper url_name="w"/></vertical>',
      'wrapper/w.xml': '<wrapper><vertical url_name="boil"/></wrapper>',
    },
    /nested too deeply/,
  ],
  ['nothing to learn', { 'course/2026.xml': '<course/>' }, /tea\.tar\.gz: has nothing to learn/],
  ['no course', { 'course.xml': undefined }, /tea\.tar\.gz: has no course/],
])('an export with %s is refused', async (_, changed, message) => {
  await expect(opened(changed)).rejects.toThrow(message)
})

test('blocks that name each other many times end at a bound', async () => {
  const many = (name: string) => `<vertical>${`<wrapper url_name="${name}"/>`.repeat(200)}</vertical>`
  const wrapper = (name: string) => `<wrapper>${`<wrapper url_name="${name}"/>`.repeat(200)}</wrapper>`
  const bomb = { 'vertical/boil.xml': many('a'), 'wrapper/a.xml': wrapper('b'), 'wrapper/b.xml': wrapper('c') }
  await expect(opened(bomb)).rejects.toThrow(/has too many entries/)
})
