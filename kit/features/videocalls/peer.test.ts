import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Peer } from './peer.ts'
import { FakeConnection } from './testing/fake-connection.ts'

/** Sends a picture; as in browsers, a change of its parameters takes a while and refuses another one meanwhile. */
class FakeSender {
  changeMs = 20
  track: MediaStreamTrack | null = null
  /** Whether the picture was sent, after each change. */
  readonly sent: boolean[] = []
  #isActive = true
  #isChanging = false

  async replaceTrack(track: MediaStreamTrack | null) {
    this.track = track
  }

  getParameters() {
    return { encodings: [{ active: this.#isActive }] }
  }

  async setParameters({ encodings: [encoding] }: ReturnType<FakeSender['getParameters']>) {
    if (this.#isChanging) throw new DOMException('', 'InvalidStateError')
    this.#isChanging = true
    await new Promise(resolve => setTimeout(resolve, this.changeMs))
    this.#isChanging = false
    this.#isActive = encoding?.active ?? false
    this.sent.push(this.#isActive)
  }
}

/** With the channel of the two beside it, and what it counts of the line. */
class FakeWay extends FakeConnection {
  readonly connectionState: RTCPeerConnectionState = 'connected'
  readonly sender = new FakeSender()
  readonly channel = Object.assign(new EventTarget(), { readyState: 'open', send: (_text: string) => {} })
  /** When a new way was sought. */
  readonly restarts: number[] = []
  /** The share of what it sends that the other misses. */
  missed = 0
  /** Packets of a picture that come with each report, and whether they can be shown. */
  packets = 0
  isShown = true
  /** How long an offer or an answer takes to be made, in ms. */
  makeMs = 0
  #seen = { packetsReceived: 0, framesDecoded: 0 }

  override async setLocalDescription() {
    if (this.makeMs > 0) await new Promise(resolve => setTimeout(resolve, this.makeMs))
    return super.setLocalDescription()
  }

  createDataChannel() {
    return this.channel
  }

  addTransceiver() {}

  getTransceivers() {
    return [{ sender: this.sender, receiver: { track: { kind: 'video' } } }]
  }

  async getStats() {
    const { packetsReceived, framesDecoded } = this.#seen
    const shown = this.isShown ? this.packets : 0
    this.#seen = { packetsReceived: packetsReceived + this.packets, framesDecoded: framesDecoded + shown }
    return new Map<string, object>([
      ['out', { type: 'remote-inbound-rtp', timestamp: 1, fractionLost: this.missed }],
      ['in', { type: 'inbound-rtp', kind: 'video', timestamp: 1, ...this.#seen }],
    ])
  }

  restartIce() {
    this.restarts.push(performance.now())
    queueMicrotask(() => this.need())
  }

  close() {}
}

type Side = { way: FakeWay; peer: Peer; heard: boolean[]; hopelessAt: number[] }
const own = { hasMicrophone: true, picture: 'on', isSharing: false, isHeld: false } as const
let offerer: Side
let answerer: Side
/** Whether what the two say from browser to browser arrives, and how long a signal takes, in ms. */
let isOpen = true
let signalMs = 10

function sideOf(isOfferer: boolean, other: () => Side): Side {
  const [heard, hopelessAt]: [boolean[], number[]] = [[], []]
  const way = new FakeWay()
  vi.stubGlobal('RTCPeerConnection', function make() {
    return way
  })
  const peer = new Peer({
    iceServers: [],
    isOfferer,
    send: agreement => void setTimeout(() => other().peer.hear(agreement), signalMs),
    onRemote: () => {},
    onConnected: isConnected => void heard.push(isConnected),
    onLine: () => {},
    onHopeless: () => {
      hopelessAt.push(performance.now())
      peer.close()
    },
  })
  way.channel.send = data => {
    if (isOpen) other().way.channel.dispatchEvent(new MessageEvent('message', { data }))
  }
  return { way, peer, heard, hopelessAt }
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaStream', function make() {})
  isOpen = true
  signalMs = 10
  offerer = sideOf(true, () => answerer)
  // Their beats are half a beat apart.
  await vi.advanceTimersByTimeAsync(350)
  answerer = sideOf(false, () => offerer)
  offerer.way.need()
  for (const { peer } of [offerer, answerer]) peer.give({ audio: undefined, video: undefined }, own)
  await vi.advanceTimersByTimeAsync(5000)
})
afterEach(() => {
  offerer.peer.close()
  answerer.peer.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('two who hear each other no more seek a way every three seconds, and start over together, whoever sought it', async () => {
  expect([offerer.heard, answerer.heard]).toEqual([[true], [true]])
  isOpen = false
  const from = performance.now()
  await vi.advanceTimersByTimeAsync(1400)
  expect([offerer.way.restarts, answerer.way.restarts]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(28_000)
  for (const { hopelessAt } of [offerer, answerer]) {
    expect(hopelessAt).toHaveLength(1)
    expect((hopelessAt[0] ?? 0) - from).toBeGreaterThan(12_000)
    expect((hopelessAt[0] ?? 0) - from).toBeLessThan(14_000)
  }
  // The offerer restarts for both.
  expect(offerer.way.restarts).toHaveLength(4)
})

test('where signals are slow, what was agreed has three seconds to become a way', async () => {
  const agreed: number[] = []
  offerer.way.addEventListener('signalingstatechange', () => {
    if (offerer.way.signalingState === 'stable') agreed.push(performance.now())
  })
  signalMs = 1600
  isOpen = false
  await vi.advanceTimersByTimeAsync(12_000)
  const { restarts } = offerer.way
  expect(agreed.length).toBeGreaterThan(0)
  for (const time of agreed)
    expect(
      restarts.some(restart => restart >= time && restart < time + 3000),
      `agreed at ${time}`,
    ).toBe(false)
})

test('a way is sought two seconds after the last packet, and a silence makes no bad line of it: the picture is there with the way', async () => {
  for (const { way } of [offerer, answerer]) way.packets = 20
  isOpen = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(offerer.way.restarts, 'packets are a sign of life').toEqual([])
  const from = performance.now()
  for (const { way } of [offerer, answerer]) {
    way.packets = 0
    // The last report of the other stays, with a burst that was lost.
    way.missed = 0.3
  }
  await vi.advanceTimersByTimeAsync(4000)
  expect((offerer.way.restarts[0] ?? Infinity) - from).toBeLessThan(2200)
  isOpen = true
  await vi.advanceTimersByTimeAsync(1500)
  for (const { heard, way } of [offerer, answerer]) {
    expect(heard).toEqual([true, false, true])
    expect(way.sender.sent.at(-1)).toBe(true)
  }
})

test('a request that comes while an offer is being made asks for no second one', async () => {
  const { way, peer } = offerer
  way.makeMs = 400
  peer.mend()
  await vi.advanceTimersByTimeAsync(100)
  peer.hear({ kind: 'request' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(way.restarts).toHaveLength(1)
  peer.hear({ kind: 'request' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(way.restarts, 'another one later').toHaveLength(2)
})

test('a picture begins again when the other is heard again', async () => {
  const { sent } = offerer.way.sender
  expect(sent).toEqual([false, true])
  isOpen = false
  await vi.advanceTimersByTimeAsync(4000)
  isOpen = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(offerer.heard).toEqual([true, false, true])
  expect(sent).toEqual([false, true, false, true])
})

test('a picture that comes and cannot be shown is begun again by its sender, at most every 1.2 seconds, until it shows', async () => {
  const { sent } = offerer.way.sender
  const before = sent.length
  answerer.way.packets = 20
  await vi.advanceTimersByTimeAsync(3000)
  expect(sent).toHaveLength(before)
  answerer.way.isShown = false
  await vi.advanceTimersByTimeAsync(800)
  expect(sent.slice(before)).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(2800)
  expect(sent.slice(before).length).toBeLessThanOrEqual(8)
  answerer.way.isShown = true
  await vi.advanceTimersByTimeAsync(1400)
  const begun = sent.length
  await vi.advanceTimersByTimeAsync(3000)
  expect(sent).toHaveLength(begun)
  expect(answerer.way.sender.sent).toEqual([false, true])
})

test('a line that turns bad while the picture begins again ends without it, and with it once it is good', async () => {
  const { way } = offerer
  isOpen = false
  await vi.advanceTimersByTimeAsync(4000)
  way.sender.changeMs = 3000
  way.missed = 0.3
  isOpen = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(way.sender.sent.at(-1)).toBe(false)
  way.missed = 0
  await vi.advanceTimersByTimeAsync(10_000)
  expect(way.sender.sent.at(-1)).toBe(true)
})
