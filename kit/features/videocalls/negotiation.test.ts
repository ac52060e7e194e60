import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Agreement, Negotiation } from './negotiation.ts'
import { FakeConnection } from './testing/fake-connection.ts'

type Side = { connection: FakeConnection; negotiation: Negotiation; said: Agreement[] }
let answerer: Side
let offerer: Side
/** Whether a signal from a side arrives. */
let arrives: (from: Side) => boolean

function sideOf(isOfferer: boolean, other: () => Side): Side {
  const connection = new FakeConnection()
  const said: Agreement[] = []
  const side: Side = {
    connection,
    said,
    negotiation: new Negotiation({
      connection: connection as unknown as RTCPeerConnection,
      isOfferer,
      onOffer: () => {},
      onRequest: () => connection.need(),
      send(agreement) {
        said.push(agreement)
        if (arrives(side)) setTimeout(() => void other().negotiation.hear(agreement), 10)
      },
    }),
  }
  return side
}

beforeEach(() => {
  vi.useFakeTimers()
  arrives = () => true
  answerer = sideOf(false, () => offerer)
  offerer = sideOf(true, () => answerer)
})
afterEach(() => {
  answerer.negotiation.close()
  offerer.negotiation.close()
  vi.useRealTimers()
})

const states = () => [answerer.connection.signalingState, offerer.connection.signalingState]
const agree = async () => {
  offerer.connection.need()
  await vi.advanceTimersByTimeAsync(100)
}

test('the first offer is made by one side only', async () => {
  answerer.connection.need()
  await vi.advanceTimersByTimeAsync(100)
  expect(answerer.said).toEqual([])
  await agree()
  expect([offerer.said.length, answerer.said.length, ...states()]).toEqual([1, 1, 'stable', 'stable'])
})

test('when both need one at once there is one offer, and both are agreed', async () => {
  await agree()
  answerer.connection.need()
  offerer.connection.need()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(states()).toEqual(['stable', 'stable'])
  expect(offerer.said.map(({ kind }) => kind)).toEqual(['description', 'description'])
  expect(answerer.said.map(({ kind }) => kind)).toEqual(['description', 'request', 'description'])
})

test('who does not offer requests an offer, again while it or the request is lost', async () => {
  await agree()
  arrives = () => false
  answerer.connection.need()
  await vi.advanceTimersByTimeAsync(3000)
  arrives = from => from === answerer
  await vi.advanceTimersByTimeAsync(2500)
  expect(states()).toEqual(['stable', 'have-local-offer'])
  arrives = () => true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(states()).toEqual(['stable', 'stable'])
  expect(answerer.said.filter(({ kind }) => kind === 'request')).toHaveLength(4)
  expect(answerer.connection.remoteDescription).toEqual({ type: 'offer', sdp: 'offer 2' })
})

test('an offer or an answer that was lost goes again, and is agreed once', async () => {
  arrives = () => false
  offerer.connection.need()
  await vi.advanceTimersByTimeAsync(6000)
  expect([offerer.said.length, ...states()]).toEqual([3, 'stable', 'have-local-offer'])
  arrives = from => from === offerer
  await vi.advanceTimersByTimeAsync(2600)
  expect(states()).toEqual(['stable', 'have-local-offer'])
  arrives = () => true
  await vi.advanceTimersByTimeAsync(2600)
  expect(states()).toEqual(['stable', 'stable'])
  const said = offerer.said.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(offerer.said).toHaveLength(said)
})

test('the answer to an earlier offer, and nonsense, are passed over', async () => {
  await agree()
  arrives = () => false
  offerer.connection.need()
  await vi.advanceTimersByTimeAsync(100)
  const stale = { kind: 'description', round: 1, description: { type: 'answer', sdp: 'old' } } as const
  await offerer.negotiation.hear(stale)
  expect(offerer.connection.signalingState).toBe('have-local-offer')
  await offerer.negotiation.hear({ kind: 'candidates' } as unknown as Agreement)
  await offerer.negotiation.hear({ ...stale, round: 2 })
  expect(offerer.connection.signalingState).toBe('stable')
})

test('addresses are gathered for a moment and sent together', async () => {
  await agree()
  for (const port of [1, 2, 3]) {
    const candidate = { toJSON: () => ({ candidate: `relay ${port}` }) }
    answerer.connection.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate }))
  }
  await vi.advanceTimersByTimeAsync(100)
  expect(answerer.said.slice(1)).toEqual([
    { kind: 'candidates', candidates: [1, 2, 3].map(port => ({ candidate: `relay ${port}` })) },
  ])
})
