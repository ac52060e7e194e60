import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/app/testing/test-app.ts'
import { bookAt, kindOf, videoSchool } from '#server/app/testing/video-people.ts'
import { sharedData } from '#shared/platform/testing/shared-data.ts'
import { isBlank, linePattern, linesPattern } from '#shared/platform/text.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const hostile = ['injection.json', 'naughty-strings.json'].flatMap(file =>
  sharedData<{ strings: { text: string }[] }>(`hostile-text/${file}`).strings.map(({ text }) => text),
)
/** What may be typed into a field: others are refused with its name. */
const fits = (pattern: string, most: number) => (text: string) =>
  new RegExp(pattern, 'u').test(text) && [...text].length <= most
const [isLine, isNote, isReason] = [fits(linePattern, 150), fits(linesPattern, 1000), fits(linesPattern, 500)]
const faults = ({ status, data }: { status: number; data: object }) => [
  status,
  ...Object.keys((data as { errors?: object }).errors ?? {}),
]

test('hostile texts of kinds, notes, places and wishes are only texts, in calendars too [SEC-07, CNS-11, CNS-17]', {
  timeout: 240_000,
}, async () => {
  expect(hostile.length).toBeGreaterThan(700)
  const { admin, expert, kindId, ...school } = await videoSchool(app)
  const { client, streamId } = await school.addLearner()
  const { data } = await bookAt({ client, streamId }, kindId, '2026-12-08T10:00:00Z')
  const params = { id: data.id }
  let revision = 1
  const rename = async (title: string, description: string) => {
    const body = { ...kindOf([expert.userId], { texts: { en: { title, description } } }), revision }
    const answer = await admin.call('PUT /studio/video-kinds/:id', { params: { id: kindId }, body })
    if (answer.status === 200) revision = answer.data.revision
    return answer
  }
  for (const [index, text] of hostile.entries()) {
    const isTitle = isLine(text) && !isBlank(text)
    const renamed = await rename(text, 'x')
    if (isTitle) expect(renamed.data.texts.en?.title).toBe(text.trim())
    else expect([text, ...faults(renamed)]).toEqual([text, 422, 'texts.en.title'])
    const noted = await client.call('PUT /online-consultation/update', { query: params, body: { note: text } })
    if (isNote(text)) expect(noted.data.note).toBe(text.trim())
    else expect([text, ...faults(noted)]).toEqual([text, 422, 'note'])
    if (index % 5) continue
    const read = await client.call('GET /online-consultation/:id', { params })
    if (isTitle && isNote(text)) expect([read.data.kind.title, read.data.note]).toEqual([text.trim(), text.trim()])
    const described = await rename('A talk', text)
    expect([text, described.status]).toEqual([text, fits(linesPattern, 2000)(text) ? 200 : 422])
    const body = { expert_note: text, expert_phone: '' }
    const placed = await expert.call('PUT /studio/video-consultations/:id/place', { params, body })
    if (isNote(text)) expect(placed.data.expert_note).toBe(text.trim())
    else expect([text, ...faults(placed)]).toEqual([text, 422, 'expert_note'])
    const asked = await client.call('POST /online-consultation/:id/request', {
      params,
      body: { kind: 'cancel', reason: text },
    })
    if (isReason(text)) expect(asked.data.request?.reason).toBe(text.trim())
    else expect([text, ...faults(asked)]).toEqual([text, 422, 'reason'])
    await client.call('POST /online-consultation/:id/request/withdraw', { params })
    if (isTitle) await rename(text, '')
    const file = await client.call('GET /online-consultation/:id/calendar', { params })
    const events = new ICAL.Component(ICAL.parse(file.data.text) as unknown[]).getAllSubcomponents('vevent')
    expect(events).toHaveLength(1)
    const said = (name: string) => String(events[0]?.getFirstPropertyValue(name))
    const lines = (value: string) => value.replaceAll(/\r\n?/g, '\n')
    if (isTitle) expect(said('summary')).toContain(text.trim())
    if (isNote(text) && text.trim()) expect(lines(said('location'))).toBe(lines(text.trim()))
  }
})
