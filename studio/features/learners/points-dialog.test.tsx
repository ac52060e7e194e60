import { QueryClientProvider } from '@tanstack/react-query'
import type { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { loadCopy } from 'virtual:copy/studio'
import { beforeEach, expect, test, vi } from 'vitest'
import { callQuery } from '#kit/cache/call-query.ts'
import { createQueryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { PointsDialog } from './PointsDialog.tsx'

type Plan = { check: () => object; send: () => Promise<void> }

/** What is typed, in the order of the dialog’s states: the way, how many, and why. */
const typed = vi.hoisted(() => ({ texts: [] as string[], plan: undefined as unknown, request: vi.fn() }))
vi.mock('react', async original => {
  const react = await original<{ useState: typeof useState }>()
  return { ...react, useState: (initial: unknown) => react.useState(typed.texts.shift() ?? initial) }
})
vi.mock('#kit/request/use-key.ts', () => ({ useKeyOf: (body: string) => `key of ${body}` }))
vi.mock('#kit/request/request.ts', () => ({ request: typed.request }))
vi.mock('#kit/form/use-submit.ts', () => ({
  useSubmit: (plan: unknown) => {
    typed.plan = plan
    return { failure: { errors: {} }, errorOf: () => undefined, forgive: () => {}, handleSubmit: () => {} }
  },
}))

const messages = await loadCopy('en')

function shown(...texts: string[]): string {
  const client = createQueryClient()
  client.setQueryData(callQuery('GET /studio/users/:id/points', { params: { id: 7 } }).queryKey, { amount: 120 })
  const Opened = () => {
    typed.texts = texts
    return PointsDialog({ userId: 7, onClose: () => {} })
  }
  return renderToStaticMarkup(
    <CopyProvider language="en" messages={messages}>
      <QueryClientProvider client={client}>
        <Opened />
      </QueryClientProvider>
    </CopyProvider>,
  )
}
const plan = () => typed.plan as Plan

beforeEach(() => typed.request.mockReset().mockResolvedValue({}))

test('the balance is told as it is and as it will be', () => {
  expect(shown()).toContain('Balance: 120 now, 120 afterwards')
  expect(shown('give', '30')).toContain('Balance: 120 now, 150 afterwards')
  expect(shown('take', '30')).toContain('Balance: 120 now, 90 afterwards')
})

test('it needs a whole number, not more than there is to take, and a reason', () => {
  shown('give', 'ten')
  expect(plan().check()).toEqual({ amount: ['Enter a whole number above zero'], reason: ['Enter a reason'] })
  shown('take', '121', 'By mistake')
  expect(plan().check()).toEqual({ amount: ['The learner has 120 points'] })
  shown('take', '120', 'By mistake')
  expect(plan().check()).toEqual({})
  shown('give', '121', 'Helped others')
  expect(plan().check()).toEqual({})
})

test('points that are taken are sent as less than none, with the reason and once', async () => {
  shown('take', '30', ' By mistake ')
  await plan().send()
  const body = { amount: -30, reason: 'By mistake' }
  const idempotencyKey = `key of ${JSON.stringify(body)}`
  expect(typed.request).toHaveBeenCalledWith('POST /studio/users/:id/points', {
    params: { id: 7 },
    body,
    idempotencyKey,
  })
})
