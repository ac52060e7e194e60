import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { dataIn, openExplore } from '#server/app/testing/explore-school.ts'

let school: Awaited<ReturnType<typeof openExplore>>
beforeAll(async () => {
  school = await openExplore()
})
afterAll(() => school.app.close())

/** What a text of the database can hold; and each on a line of its own, so that pages have as many lines as there are texts. */
const hostile = [
  ...['injection.json', 'naughty-strings.json'].flatMap(file =>
    sharedData<{ strings: { text: string }[] }>(`hostile-text/${file}`).strings.map(({ text }) => text),
  ),
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '<!--',
  ']]>',
  '</title></style></main></body>',
  '\u2028\u2029',
].filter(
  text => !/[\0\r\n]|\p{Surrogate}/u.test(text) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !/^\s*[-*•]\s/.test(text),
)

const json = JSON.stringify
const inAll = (texts: Record<string, string>) => json({ en: texts })

/** A course in which `say` names each text of an author; as many days, stages, questions and offers as there are texts. */
async function courseSaying(alias: string, say: (index: number) => string) {
  const id = await school.add(alias)
  const all = hostile.map((_, index) => say(index))
  await school.run('update courses set texts = $2, questions = $3 where id = $1', [
    id,
    inAll({ title: say(0), short_description: say(1), category: say(2), complexity: say(3), for_whom: all.join('\n') }),
    json(all.map(text => ({ texts: { en: { question: text, answer: text } } }))),
  ])
  await school.run('delete from course_stages where course_id = $1', [id])
  await school.run(
    `with stage as (
       insert into course_stages (course_id, key, sort, texts)
       select $1, 'stage-' || at, at, jsonb_build_object('en', jsonb_build_object('title', text))
       from jsonb_array_elements_text($2) with ordinality as t(text, at) where at <= 40 returning id, sort
     )
     insert into course_days (course_id, stage_id, key, day_number, opens_after_days, texts)
     select $1, stage.id, 'day-' || at, at, at, jsonb_build_object('en', jsonb_build_object('title', text, 'excerpt', text))
     from jsonb_array_elements_text($2) with ordinality as t(text, at) join stage on stage.sort = 1 + at % 40`,
    [id, json(all)],
  )
  await school.run(
    `insert into services (brand_id, type, texts, course_id, access_days)
     select 'kurso', 'course_buy', jsonb_build_object('en', jsonb_build_object('title', text, 'description', text)), $1, 10
     from jsonb_array_elements_text($2) as t(text)`,
    [id, json(all)],
  )
  return { id, all }
}

/** A page without its texts and the values of its attributes: a quoted value ends at the next quote, whatever is in it. */
const skeleton = (page: string) =>
  [...page.matchAll(/<(\/?[a-z][^\s>]*|!--|!doctype)((?:[^"'>]|"[^"]*"|'[^']*')*)>/gi)].map(
    ([, name = '', rest = '']) => [name, ...rest.replaceAll(/"[^"]*"|'[^']*'/g, '').split(/\s+/)].join(' '),
  )
const textOf = (page: string) =>
  page
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test('no author’s text breaks out of the page, its attributes or its data, whichever field it is in [PUB-02]', {
  timeout: 60_000,
}, async () => {
  expect(hostile.length).toBeGreaterThan(600)
  await courseSaying('plain', () => 'x')
  const { all } = await courseSaying('hostile', index => hostile[index] ?? '')
  const page = async (alias: string) => (await school.get(`/explore/en/${alias}`)).body
  const [plain, wild] = [await page('plain'), await page('hostile')]
  expect(skeleton(wild)).toEqual(skeleton(plain))
  for (const text of all) expect(textOf(wild)).toContain(text.trim())
  expect(wild.match(/<script/g)).toEqual(plain.match(/<script/g))
  const [data] = dataIn(wild)
  expect(data).toMatchObject({ name: all[0] })
})

test('each text alone as a title, a description and an offer is told whole to search engines [PUB-02]', {
  timeout: 120_000,
}, async () => {
  await school.run('update services set is_hidden = true')
  const id = await school.add('single')
  const service = await school.sell(id)
  const plain = skeleton((await school.get('/explore/en/single')).body).length
  for (const text of hostile) {
    const title = text.slice(0, 290)
    await school.run('update courses set version = version + 1, texts = $2 where id = $1', [
      id,
      inAll({ title, short_description: title }),
    ])
    await school.run('update services set texts = $2 where id = $1', [service, inAll({ title, description: title })])
    const { body } = await school.get('/explore/en/single')
    // One paragraph more than without a description.
    expect(skeleton(body).length, text).toBe(plain + 2)
    const [data] = dataIn(body)
    expect(data).toMatchObject({ name: title, offers: [{ name: title }, { name: title }] })
    expect(body).toContain(
      `<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')} · Kurso</title>`,
    )
  }
})
