import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/web'
import { expect, test, vi } from 'vitest'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { RecordingsWire, RecordingWire } from '#shared/features/videocalls/recording-calls.ts'
import { Recordings } from './Recordings.tsx'

const seen = vi.hoisted(() => ({ data: undefined as unknown }))
vi.mock('@tanstack/react-query', async original => ({
  ...(await original<object>()),
  useQuery: () => ({ data: seen.data, error: null, isFetching: false, refetch: () => {} }),
}))
// What is sent from here needs a browser.
vi.mock('./clips.ts', () => ({ sendClips: async () => {} }))
const messages = await loadCopy('en')

const over: RecordingWire = {
  id: 1,
  state: 'over',
  started_at: 1_900_000_000,
  ended_at: 1_900_000_600,
  agreed_ids: [],
  own_page: null,
  sent_ids: [2, 3],
  film: null,
  has_failed: false,
}

function shown(recording: Partial<RecordingWire>, canRecord = true): string {
  const data: RecordingsWire = {
    now: 0,
    can_record: canRecord,
    kept_until: null,
    recordings: [{ ...over, ...recording }],
  }
  seen.data = data
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <Recordings consultationId={1} timeZone="UTC" />
    </CopyProvider>,
  )
}

test('while the school cannot join what has come, it says so, and that nothing is lost', () => {
  expect(shown({})).toContain('2 of 2 sides have arrived')
  const waiting = shown({}, false)
  expect(waiting).toContain('the school cannot put recordings together at the moment')
  expect(waiting).toContain('What has been recorded is kept')
})

test('what could not be used is told from what never came', () => {
  expect(shown({ has_failed: true })).toContain('What was recorded could not be used')
  expect(shown({ has_failed: true, sent_ids: [] })).toContain('Neither side’s recording arrived')
})
