import { newKey } from '#kit/request/new-key.ts'
import { request } from '#kit/request/request.ts'
import { createStore } from '#kit/ui/store.ts'
import type { VideoCallWire } from '#shared/features/videocalls/contract.ts'
import type { Line } from './line.ts'
import type { Agreement } from './negotiation.ts'
import type { OwnMedia, OwnMediaState } from './own-media.ts'
import { Peer, type SideState } from './peer.ts'
import { refreshRecordings } from './recording/data.ts'
import { type HeardSignal, openSignalling } from './signalling.ts'

/**
 * `waiting`: the other is not there; `connecting`: is there, but not heard yet; `mending`: was heard, and a new way is
 * sought; `elsewhere`: another page of the same person took over; `over`: the server takes no more signals.
 */
export type CallStage = 'waiting' | 'connecting' | 'talking' | 'mending' | 'elsewhere' | 'over'

export type CallState = {
  stage: CallStage
  /** The name under which this page takes part; another one once it has started over. */
  page: string
  /** The other was there and has left. */
  hasLeft: boolean
  line: Line
  remote: { stream: MediaStream; state: SideState | undefined } | undefined
}

const alone = { line: 'good', remote: undefined } as const
/** Credentials with less time than this are renewed before a way is sought, in ms. */
const soonMs = 600_000
/** How long the other has to answer before it counts as gone, in ms. */
const answerMs = 6000

/**
 * One page's part in a call. It says that it is there and connects with the page of the other person that says so; nothing of
 * it is kept on the server, and while nothing changes nothing is sent there.
 */
export class Call {
  readonly #tab = newKey().slice(0, 12)
  readonly #store = createStore<CallState>({ stage: 'waiting', page: `${this.#tab}.0`, hasLeft: false, ...alone })
  readonly read = this.#store.read
  readonly subscribe = this.#store.subscribe
  readonly #media: OwnMedia
  #signalling: ReturnType<typeof openSignalling> | undefined
  #stopFollowing = () => {}
  #stop = new AbortController()
  #facts: VideoCallWire
  #turn = 0
  #hasJoined = false
  #isOver = false
  #other: { page: string; peer: Peer } | undefined

  constructor(facts: VideoCallWire, media: OwnMedia) {
    this.#facts = facts
    this.#media = media
  }

  /** Takes part, until it is left or taken over. */
  join(): void {
    this.#isOver = false
    this.#hasJoined = false
    this.#stop = new AbortController()
    this.#signalling = openSignalling({
      consultationId: this.#facts.consultation_id,
      hear: signal => this.#hear(signal),
      onRecording: () => void refreshRecordings(),
      onJoined: () => this.#announce(),
      onRefused: () => this.#end('over'),
    })
    this.#stopFollowing = this.#media.subscribe(() => this.#give())
    const { signal } = this.#stop
    addEventListener('pagehide', () => this.leave(), { signal })
    addEventListener('online', () => void this.#mend(), { signal })
    const network = (navigator as { connection?: EventTarget }).connection
    network?.addEventListener('change', () => void this.#mend(), { signal })
  }

  leave(): void {
    if (this.#isOver) return
    this.#close()
    this.#signalling?.close(this.#page)
  }

  get #page(): string {
    return `${this.#tab}.${this.#turn}`
  }

  #close() {
    this.#isOver = true
    this.#stop.abort()
    this.#stopFollowing()
    this.#other?.peer.close()
    this.#other = undefined
  }

  #end(stage: 'elsewhere' | 'over') {
    if (this.#isOver) return
    this.#close()
    this.#signalling?.close()
    this.#change({ stage, ...alone })
  }

  #change(change: Partial<CallState>) {
    this.#store.change(before => ({ ...before, ...change }))
  }

  /** Coming takes over from other pages of the same person, coming back does not. */
  #announce() {
    this.#signalling?.say(this.#page, '', this.#hasJoined ? 'still' : 'here')
    this.#hasJoined = true
    void refreshRecordings()
    this.#other?.peer.sendAgain()
  }

  #hear({ userId, from, to, kind, payload }: HeardSignal) {
    if (this.#isOver) return
    if (userId === this.#facts.own_id) return this.#hearOwn(from, kind)
    if (userId !== this.#facts.other.id) return
    if (kind === 'leaving') return this.#part(from)
    const isAgreement = kind === 'description' || kind === 'candidates' || kind === 'request'
    if (isAgreement ? to !== this.#page : to !== '' && to !== this.#page) return
    if (!this.#meet(from, kind)) return
    if (isAgreement) return this.#other?.peer.hear(payload as Agreement)
    if (to === '') this.#signalling?.say(this.#page, from, 'still')
  }

  #hearOwn(from: string, kind: HeardSignal['kind']) {
    if (tabOf(from) === this.#tab) return
    if (kind === 'here') return this.#end('elsewhere')
    // It has missed that this page took over.
    if (kind === 'still') this.#signalling?.say(this.#page, '', 'here')
  }

  /** Connects with a page of the other person, unless a newer one is there; answers whether it counts. */
  #meet(page: string, kind: HeardSignal['kind']): boolean {
    const known = this.#other?.page
    if (known === page) {
      if (kind === 'here' || kind === 'still') this.#other?.peer.sendAgain()
      return true
    }
    if (known !== undefined && tabOf(known) === tabOf(page) && turnOf(known) > turnOf(page)) return false
    if (known !== undefined && tabOf(known) !== tabOf(page) && kind !== 'here' && this.read().stage === 'talking')
      return false
    this.#connect(page)
    return true
  }

  #connect(page: string) {
    this.#other?.peer.close()
    const { ice_servers: iceServers, is_expert: isExpert } = this.#facts
    const wasHeard = this.read().stage === 'mending'
    const peer: Peer = new Peer({
      iceServers,
      isOfferer: isExpert,
      send: agreement => this.#signalling?.say(this.#page, page, agreement.kind, agreement),
      onRemote: remote => this.#change({ remote }),
      onConnected: isConnected => this.#change({ stage: isConnected ? 'talking' : 'mending' }),
      onLine: line => this.read().line !== line && this.#change({ line }),
      onHopeless: () => void this.#startOver(),
    })
    this.#other = { page, peer }
    this.#change({ stage: wasHeard ? 'mending' : 'connecting', hasLeft: false, ...alone })
    this.#give()
  }

  #part(page: string) {
    if (this.#other?.page !== page) return
    this.#other.peer.close()
    this.#other = undefined
    this.#change({ stage: 'waiting', hasLeft: true, ...alone })
  }

  /** The other page may have gone without a word: whoever is there answers. */
  async #startOver() {
    this.#other?.peer.close()
    this.#other = undefined
    this.#turn++
    this.#change({ stage: 'mending', page: this.#page, ...alone })
    await this.#renewServers()
    if (this.#isOver) return
    const turn = this.#turn
    this.#signalling?.say(this.#page, '', 'still')
    await new Promise(resolve => setTimeout(resolve, answerMs))
    if (!this.#isOver && !this.#other && turn === this.#turn) this.#change({ stage: 'waiting', hasLeft: true })
  }

  async #mend() {
    await this.#renewServers()
    this.#other?.peer.mend(this.#facts.ice_servers)
  }

  async #renewServers() {
    if (this.#facts.ice_until * 1000 - Date.now() > soonMs) return
    const params = { id: this.#facts.consultation_id }
    const renewed = await request('GET /online-consultation/:id/call', { params }).catch(() => undefined)
    if (renewed) this.#facts = renewed.data
  }

  #give() {
    const media = this.#media.read()
    const { microphone, camera, screen } = media
    this.#other?.peer.give({ audio: microphone.track, video: screen ?? camera.track }, sideOf(media))
  }
}

const tabOf = (page: string) => page.split('.')[0]
const turnOf = (page: string) => Number(page.split('.')[1])

/** What the other side is told of one's own. */
function sideOf({ microphone, camera, screen }: OwnMediaState): SideState {
  return {
    hasMicrophone: microphone.isWanted && microphone.track !== undefined,
    picture: screen || (camera.track && !camera.isHeld) ? 'on' : 'off',
    isSharing: screen !== undefined,
    isHeld: microphone.isHeld,
  }
}
