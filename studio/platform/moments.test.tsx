import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { OwnZone, useMoments } from './moments.ts'

function Shown() {
  const { date, moment } = useMoments()
  const at = Date.parse('2026-11-21T23:30:00Z')
  return (
    <>
      {date(at, 'short')} | {moment(at)}
    </>
  )
}

const shownIn = (zone: string) =>
  renderToStaticMarkup(
    <CopyProvider language="en" messages={{}}>
      <OwnZone value={zone}>
        <Shown />
      </OwnZone>
    </CopyProvider>,
  )

test('staff read every time in the zone of their profile', () => {
  expect(shownIn('Europe/Madrid')).toMatch(/22\sNov\w* \| 22\sNov\w*, 00:30/)
  expect(shownIn('America/New_York')).toMatch(/21\sNov\w* \| 21\sNov\w*, 18:30/)
})

test('a short date stays on one line wherever it stands, and may break before its time', () => {
  expect(shownIn('Europe/Madrid')).toMatch(/^22\u00a0Nov\w* \| 22\u00a0Nov\w*, 00:30$/)
})

test('no screen of the studio has a clock of its own, but for that of a learner', () => {
  const studio = join(import.meta.dirname, '..')
  const clocks = readdirSync(studio, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.test.tsx'))
    .filter(file => /\bformat(Date|Time)\(/.test(readFileSync(join(studio, file), 'utf8')))
  expect(clocks.sort()).toEqual(['features/chat/ChatPane.tsx', 'features/learners/Presence.tsx', 'platform/moments.ts'])
})
