import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Agreement, Negotiation } from './negotiation.ts'

/** A connection as far as negotiating goes: its states and descriptions (WebRTC 1.0, section 4.3). */
class FakeConnection extends EventTarget {
  signalingState: RTCSignalingState = 'stable'
  localDescription: (RTCSessionDescriptionInit & { toJSON(): object }) | null = null
  remoteDescription: RTCSessionDescriptionInit | null = null
  made = 0

  async setLocalDescription() {
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer'
    const description = { type, sdp: `${type} ${++this.made}` } as const
    this.localDescription = { ...description, toJSON: () => description }
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable'
  }

  async setRemoteDescription(description: RTCSessionDescriptionInit) {
    if (description.type === 'answer' && this.signalingState !== 'have-local-offer') throw new Error('InvalidState')
    this.remoteDescription = description
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable'
  }

  async addIceCandidate() {}

  need() {
    this.dispatchEvent(new Event('negotiationneeded'))
  }
}

type Side = { connection: FakeConnection; negotiation: Negotiation; said: Agreement[] }
let polite: Side
let impolite: Side
/** Whether a signal from a side arrives. */
let arrives: (from: Side) => boolean

function sideOf(isPolite: boolean, other: () => Side): Side {
  const connection = new FakeConnection()
  const said: Agreement[] = []
  const side: Side = {
    connection,
    said,
    negotiation: new Negotiation({
      connection: connection as unknown as RTCPeerConnection,
      isPolite,
      onOffer: () => {},
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
  polite = sideOf(true, () => impolite)
  impolite = sideOf(false, () => polite)
})
afterEach(() => {
  polite.negotiation.close()
  impolite.negotiation.close()
  vi.useRealTimers()
})

const states = () => [polite.connection.signalingState, impolite.connection.signalingState]
const agree = async () => {
  impolite.connection.need()
  await vi.advanceTimersByTimeAsync(100)
}

test('the first offer is made by one side only', async () => {
  polite.connection.need()
  await vi.advanceTimersByTimeAsync(100)
  expect(polite.said).toEqual([])
  await agree()
  expect([impolite.said.length, polite.said.length, ...states()]).toEqual([1, 1, 'stable', 'stable'])
})

test('when both offer at once the polite side gives way, and both are agreed', async () => {
  await agree()
  polite.connection.need()
  impolite.connection.need()
  await vi.advanceTimersByTimeAsync(100)
  expect(states()).toEqual(['stable', 'stable'])
  expect(polite.connection.remoteDescription?.type).toBe('offer')
  expect(impolite.connection.remoteDescription?.type).toBe('answer')
})

test('an offer or an answer that was lost goes again, and is agreed once', async () => {
  arrives = () => false
  impolite.connection.need()
  await vi.advanceTimersByTimeAsync(6000)
  expect([impolite.said.length, ...states()]).toEqual([3, 'stable', 'have-local-offer'])
  arrives = from => from === impolite
  await vi.advanceTimersByTimeAsync(2600)
  expect(states()).toEqual(['stable', 'have-local-offer'])
  arrives = () => true
  await vi.advanceTimersByTimeAsync(2600)
  expect(states()).toEqual(['stable', 'stable'])
  const said = impolite.said.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(impolite.said).toHaveLength(said)
})

test('the answer to an earlier offer, and nonsense, are passed over', async () => {
  await agree()
  arrives = () => false
  impolite.connection.need()
  await vi.advanceTimersByTimeAsync(100)
  const stale = { kind: 'description', round: 1, description: { type: 'answer', sdp: 'old' } } as const
  await impolite.negotiation.hear(stale)
  expect(impolite.connection.signalingState).toBe('have-local-offer')
  await impolite.negotiation.hear({ kind: 'candidates' } as unknown as Agreement)
  await impolite.negotiation.hear({ ...stale, round: 2 })
  expect(impolite.connection.signalingState).toBe('stable')
})

test('addresses are gathered for a moment and sent together', async () => {
  await agree()
  for (const port of [1, 2, 3]) {
    const candidate = { toJSON: () => ({ candidate: `relay ${port}` }) }
    polite.connection.dispatchEvent(Object.assign(new Event('icecandidate'), { candidate }))
  }
  await vi.advanceTimersByTimeAsync(100)
  expect(polite.said.slice(1)).toEqual([
    { kind: 'candidates', candidates: [1, 2, 3].map(port => ({ candidate: `relay ${port}` })) },
  ])
})
