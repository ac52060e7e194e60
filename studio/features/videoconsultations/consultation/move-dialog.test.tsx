import { QueryClientProvider } from '@tanstack/react-query'
import type { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import type { StaffConsultationWire } from '#shared/features/videoconsultations/wire.ts'
import { OwnZone } from '#studio/platform/moments.ts'
import { MoveDialog } from './MoveDialog.tsx'

type Plan = {
  check: () => object | undefined
  send: () => Promise<void>
  explain: (error: unknown) => object | undefined
}

const seen = vi.hoisted(() => ({ agrees: false, plan: undefined as unknown, request: vi.fn() }))
vi.mock('react', async original => {
  const react = await original<{ useState: typeof useState }>()
  return { ...react, useState: (initial: unknown) => react.useState(initial === false ? seen.agrees : initial) }
})
vi.mock('#kit/request/request.ts', () => ({ request: seen.request }))
vi.mock('#studio/features/accounts/session.ts', () => ({
  useUser: () => ({ timezone: 'Europe/Madrid', role: 'expert' }),
}))
vi.mock('#kit/form/use-submit.ts', () => ({
  useSubmit: (plan: unknown) => {
    seen.plan = plan
    return { failure: { errors: {} }, errorOf: () => undefined, forgive: () => {}, handleSubmit: () => {} }
  },
}))

const messages = await loadCopy('en')
const at = (text: string) => Date.parse(text) / 1000
const consultation = {
  id: 5,
  status: 'confirmed',
  start_date_time: at('2099-12-08T09:00:00Z'),
  end_date_time: at('2099-12-08T09:30:00Z'),
  expert: { id: 3, name: 'Carla', avatar: null },
  learner: { id: 9, name: 'Vera', avatar: null, timezone: 'America/Lima' },
  request: null,
} as unknown as StaffConsultationWire

function shown(more: Partial<StaffConsultationWire> = {}, to = {}): string {
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={createQueryClient()}>
        <OwnZone value="Europe/Madrid">
          <MoveDialog
            consultation={{ ...consultation, ...more }}
            to={to}
            zone="Europe/Madrid"
            hasExperts={false}
            onClose={() => {}}
          />
        </OwnZone>
      </QueryClientProvider>
    </CopyProvider>,
  )
}
const plan = () => seen.plan as Plan

beforeEach(() => {
  seen.agrees = false
  seen.request.mockReset().mockResolvedValue({})
})

test('it begins with the time as it is, on the clocks of the reader, and says the learner’s own', () => {
  const page = shown()
  expect(page).toContain('value="2099-12-08"')
  expect(page).toContain('value="10:00"')
  expect(page).toContain('Times are in Europe/Madrid, GMT+1.')
  expect(page).toContain('For the learner: 8 December 2099, 04:00, America/Lima.')
  expect(page).toContain('Ask the learner')
})

test('it begins with what the learner asks for, or where it was dragged to', () => {
  const request = { id: 1, start_date_time: at('2099-12-09T10:00:00Z') } as StaffConsultationWire['request']
  expect(shown({ request })).toContain('value="2099-12-09"')
  expect(shown({ request }, { startsAt: Date.parse('2099-12-10T10:00:00Z') })).toContain('value="2099-12-10"')
})

test('the learner is asked first, unless they have agreed', async () => {
  shown()
  expect(plan().check()).toBeUndefined()
  await plan().send()
  const body = { start_date_time: consultation.start_date_time, is_agreed: false, reason: '' }
  expect(seen.request).toHaveBeenCalledWith('POST /studio/video-consultations/:id/move', { params: { id: 5 }, body })
  seen.agrees = true
  expect(shown()).toContain('It moves at once')
  await plan().send()
  expect(seen.request.mock.lastCall?.[1]).toMatchObject({ body: { is_agreed: true } })
})

test('it is not moved into the past', () => {
  shown({ start_date_time: at('2020-12-08T09:00:00Z') })
  expect(plan().check()).toEqual({ start_date_time: ['Choose a time that is to come'] })
})

test('that the learner is not free is said of the learner, at the time', () => {
  shown()
  const refused = (code: string) =>
    new RequestError('/move', new Response(null, { status: 409 }), { code, message: 'You already have one' })
  expect(plan().explain(refused('time_overlaps'))).toEqual({
    errors: { start_date_time: ['The learner has another consultation at this time'] },
  })
  expect(plan().explain(refused('slot_taken'))).toBeUndefined()
})
