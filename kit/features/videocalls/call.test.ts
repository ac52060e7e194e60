import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VideoCallWire } from '#shared/features/videocalls/contract.ts'
import { Call } from './call.ts'
import type { OwnMedia } from './own-media.ts'
import { Peer } from './peer.ts'
import { type HeardSignal, openSignalling } from './signalling.ts'

vi.mock('./signalling.ts', () => ({ openSignalling: vi.fn<typeof openSignalling>() }))
vi.mock('./peer.ts', () => ({ Peer: vi.fn() }))

const own = 1
const other = 2
const facts = {
  consultation_id: 9,
  own_id: own,
  is_expert: false,
  other: { id: other, name: 'Carla', avatar: null },
  ice_servers: [],
  ice_until: Date.now() / 1000 + 10_000,
} as unknown as VideoCallWire
const device = { track: undefined, isWanted: true, isOpening: false, problem: undefined, isHeld: false }
const media = {
  subscribe: () => () => {},
  read: () => ({ microphone: device, camera: device, screen: undefined }),
} as unknown as OwnMedia

type Given = ConstructorParameters<typeof Peer>[0]
let call: Call
let said: { from: string; to: string; kind: string }[]
let room: Parameters<typeof openSignalling>[0]
let peers: {
  given: Given
  close: ReturnType<typeof vi.fn>
  sendAgain: ReturnType<typeof vi.fn>
  hear: ReturnType<typeof vi.fn>
}[]

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', {})
  said = []
  peers = []
  vi.mocked(openSignalling).mockImplementation(given => {
    room = given
    return { say: (from, to, kind) => void said.push({ from, to, kind }), close: () => {} }
  })
  vi.mocked(Peer).mockImplementation(function make(given: Given) {
    const peer = { given, give: () => {}, close: vi.fn(), sendAgain: vi.fn(), hear: vi.fn(), mend: () => {} }
    peers.push(peer)
    return peer as unknown as Peer
  })
  call = new Call(facts, media)
  call.join()
  room.onJoined()
})
afterEach(() => {
  call.leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const hear = (userId: number, from: string, kind: HeardSignal['kind'], to = '', payload?: unknown) =>
  room.hear({ userId, from, to, kind, payload })
const page = () => said[0]?.from ?? ''
const kinds = () => said.map(({ kind }) => kind)

test('who comes says so once, answers who comes later, and says after a break that it is still there', async () => {
  await vi.advanceTimersByTimeAsync(600_000)
  expect(kinds()).toEqual(['here'])
  hear(other, 'expert00.0', 'here')
  expect(said.at(-1)).toEqual({ from: page(), to: 'expert00.0', kind: 'still' })
  expect(call.read().stage).toBe('connecting')
  // The answer to one's own coming wants no answer.
  hear(other, 'expert00.0', 'still', page())
  room.onJoined()
  expect(kinds()).toEqual(['here', 'still', 'still'])
  expect(peers).toHaveLength(1)
})

test('strangers, nonsense and what is meant for another page change nothing', () => {
  hear(77, 'stranger.0', 'here')
  hear(other, 'expert00.0', 'description', 'somebody0.0', {})
  expect([call.read().stage, peers.length]).toEqual(['waiting', 0])
  hear(other, 'expert00.0', 'description', page(), { kind: 'description' })
  expect(peers[0]?.hear).toHaveBeenCalledWith({ kind: 'description' })
  hear(77, 'stranger.0', 'leaving')
  hear(77, 'expert00.0', 'leaving')
  expect(call.read().stage).toBe('connecting')
})

test('a newer page of one’s own takes over; one that missed it is told', () => {
  hear(own, 'mytab000.0', 'still')
  expect([call.read().stage, said.at(-1)?.kind]).toEqual(['waiting', 'here'])
  hear(own, 'mytab000.0', 'here')
  expect(call.read().stage).toBe('elsewhere')
  room.onJoined()
  hear(other, 'expert00.0', 'here')
  expect([call.read().stage, peers.length]).toEqual(['elsewhere', 0])
})

test('a page that the other has just opened is connected with, an old one is not', () => {
  hear(other, 'expert00.1', 'here')
  hear(other, 'expert00.0', 'still')
  expect(peers).toHaveLength(1)
  hear(other, 'expert00.2', 'still')
  expect(peers).toHaveLength(2)
  expect(peers[0]?.close).toHaveBeenCalled()
  peers[1]?.given.onConnected(true)
  hear(other, 'oldtab00.0', 'still')
  expect([peers.length, call.read().stage]).toEqual([2, 'talking'])
  hear(other, 'newtab00.0', 'here')
  expect(peers).toHaveLength(3)
  hear(other, 'newtab00.0', 'leaving')
  expect(call.read()).toMatchObject({ stage: 'waiting', hasLeft: true, remote: undefined })
})

test('a way that cannot be found starts over under another name, and ends waiting when nobody answers', async () => {
  hear(other, 'expert00.0', 'here')
  peers[0]?.given.onConnected(true)
  peers[0]?.given.onConnected(false)
  expect(call.read().stage).toBe('mending')
  peers[0]?.given.onHopeless()
  await vi.advanceTimersByTimeAsync(10)
  const again = said.at(-1)
  expect([again?.kind, again?.to, again?.from]).toEqual(['still', '', page().replace('.0', '.1')])
  await vi.advanceTimersByTimeAsync(7000)
  expect(call.read().stage).toBe('waiting')
  const count = said.length
  await vi.advanceTimersByTimeAsync(12 * 3_600_000)
  expect(said, 'a call left open overnight says nothing').toHaveLength(count)
})

test('a server that takes no more signals ends the call', () => {
  room.onRefused()
  expect(call.read().stage).toBe('over')
})
