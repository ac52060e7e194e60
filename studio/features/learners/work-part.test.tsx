import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import '#studio/features/videoconsultations/screens.ts'
import { workQuery } from './data.ts'
import { WorkPart } from './WorkPart.tsx'

vi.mock('#studio/features/accounts/session.ts', () => ({ useUser: () => ({ role: 'expert', timezone: 'UTC' }) }))

const consultation = {
  id: 31,
  kind: { id: 2, title: 'A talk', length_minutes: 30 },
  stream_id: 5,
  course_id: 3,
  course_title: 'Morning practice',
  expert: { id: 9, name: 'Elena', avatar: null },
  learner: { id: 7, name: 'Ann', avatar: null, timezone: 'UTC' },
  start_date_time: Date.UTC(2026, 11, 2, 10, 30) / 1000,
  end_date_time: Date.UTC(2026, 11, 2, 11) / 1000,
  state: 'complete',
  status: 'rated',
  note: '',
  phone: '',
  expert_note: '',
  expert_phone: '',
  pay_by: null,
  held_until: null,
  service_id: null,
  request: null,
  cancel_reason: '',
  cancel_cause: null,
  rating: 4,
  rating_comment: '',
  call_opens_at: 0,
  call_closes_at: 0,
  is_managed: true,
} satisfies StaffConsultationWire

async function shown(consultations: StaffConsultationWire[]): Promise<string> {
  const client = createQueryClient()
  const work = { homeworks: null, chats: null, requests: null, video_consultations: consultations }
  client.setQueryData(workQuery(7).queryKey, work)
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={await loadCopy('en')}>
      <QueryClientProvider client={client}>
        <Router ssrPath="/admin/learners/7">
          <WorkPart userId={7} />
        </Router>
      </QueryClientProvider>
    </CopyProvider>,
  )
}

test('a card lists video consultations with time, expert, state and rating, and leads to each; none, no list [STF-19]', async () => {
  const page = await shown([consultation])
  expect(page).toContain('<h2>Video consultations</h2>')
  expect(page).toMatch(/<a [^>]*href="\/admin\/calendar\/31"[^>]*>A talk<\/a>/)
  for (const part of ['10:30', 'Elena', 'Morning practice', 'rated 4 of 5']) expect(page).toContain(part)
  const asked = {
    id: 1,
    kind: 'move',
    asked_by: 'learner',
    start_date_time: 1,
    expert: null,
    reason: '',
    created_at: 1,
  }
  expect(await shown([{ ...consultation, request: asked as StaffConsultationWire['request'] }])).not.toBe(page)
  expect(await shown([])).not.toContain('<h2>')
})
