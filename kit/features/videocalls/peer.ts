import { judgeLine, type Line, type LineTotals, lacksPicture, steadyLine, totalsOf } from './line.ts'
import { type Agreement, Negotiation } from './negotiation.ts'

/** What one side tells the other of itself, from browser to browser. */
export type SideState = {
  hasMicrophone: boolean
  /** `saved`: given up so that the sound goes on. */
  picture: 'on' | 'off' | 'saved'
  isSharing: boolean
  /** A phone call or another app has the microphone. */
  isHeld: boolean
}

export type PeerTracks = { audio: MediaStreamTrack | undefined; video: MediaStreamTrack | undefined }

type Dependencies = {
  iceServers: RTCIceServer[]
  /** The offers are made by this side. */
  isOfferer: boolean
  send(agreement: Agreement): void
  /** Sound or picture of the other side is there, or there is new word of it. */
  onRemote(remote: { stream: MediaStream; state: SideState | undefined }): void
  /** Whether the two hear each other now. */
  onConnected(isConnected: boolean): void
  onLine(line: Line): void
  /** Mending did not help: start over. */
  onHopeless(): void
}

const beatMs = 700
/** Without a word or a packet for so long a new way to the other is sought, and then this often, by either side, in ms. */
const silenceMs = 2000
const mendMs = 3000
/** How much longer the first way may take, in ms. */
const firstMs = 4800
/** After a silence the line is not judged for so long, in ms: what was lost meanwhile says nothing of the way that was found. */
const calmMs = 4000
/** A picture is begun again at most this often, in ms. */
const beginMs = 1200
/** After so long a silence it starts over, whoever has sought how often meanwhile, in ms. */
const hopelessMs = silenceMs + 11_000

/**
 * The connection with one page of the other person. Both say a word every moment over a channel of their own, so a way that is
 * lost is noticed within seconds, whatever is muted, and found again without a press.
 */
export class Peer {
  readonly #to: Dependencies
  readonly #connection: RTCPeerConnection
  readonly #channel: RTCDataChannel
  readonly #negotiation: Negotiation
  readonly #stream = new MediaStream()
  readonly #steady = steadyLine()
  readonly #timer: ReturnType<typeof setInterval>
  #tracks: PeerTracks = { audio: undefined, video: undefined }
  #own: SideState | undefined
  #remote: SideState | undefined
  #totals: LineTotals | undefined
  /** When the other was last heard, and when a way was last sought. */
  #heardAt = performance.now() + firstMs
  #mendedAt = 0
  /** A way is sought for which the offer is still being made. */
  #isOffering = false
  /** When the line was last looked at. */
  #watchedAt = 0
  /** When the other was last known to be away. */
  #awayAt = 0
  #isConnected = false
  #savesPicture = false
  #lacksPicture = false
  #begunAt = -beginMs
  #changing: Promise<void> = Promise.resolve()

  constructor(dependencies: Dependencies) {
    this.#to = dependencies
    const { iceServers, isOfferer, send } = dependencies
    this.#connection = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' })
    this.#negotiation = new Negotiation({
      connection: this.#connection,
      isOfferer,
      send,
      onOffer: () => this.#joinOffered(),
      // Both notice a lost way at about the same time: a second offer would end the way that the first one finds.
      onRequest: () => this.#isOffering || this.mend(),
    })
    this.#channel = this.#connection.createDataChannel('state', {
      negotiated: true,
      id: 0,
      // Said again with the next beat; on a bad line old words must not hold up new ones.
      ordered: false,
      maxRetransmits: 0,
    })
    this.#channel.addEventListener('open', () => this.#say())
    this.#channel.addEventListener('message', ({ data }) => this.#hear(String(data)))
    // What was agreed has its time to become a way, however long agreeing took.
    this.#connection.addEventListener('signalingstatechange', () => {
      if (this.#connection.signalingState === 'stable') this.#mendedAt = performance.now()
      else this.#isOffering = false
    })
    this.#connection.addEventListener('track', ({ track }) => {
      this.#stream.addTrack(track)
      this.#tell()
    })
    if (isOfferer)
      for (const kind of ['audio', 'video']) this.#connection.addTransceiver(kind, { direction: 'sendrecv' })
    this.#timer = setInterval(() => void this.#beat(), beatMs)
  }

  hear(agreement: Agreement): void {
    void this.#negotiation.hear(agreement)
  }

  /** Puts other tracks in, without negotiating, and tells how one's side is. */
  give(tracks: PeerTracks, state: SideState): void {
    this.#tracks = tracks
    this.#own = state
    this.#say()
    this.#putIn()
  }

  /** The network changed: seeks a way at once. */
  mend(iceServers?: RTCIceServer[]): void {
    if (iceServers) this.#connection.setConfiguration({ ...this.#connection.getConfiguration(), iceServers })
    this.#mendedAt = performance.now()
    this.#isOffering = true
    this.#connection.restartIce()
  }

  /** The connection to the server is back. */
  sendAgain(): void {
    this.#negotiation.sendAgain()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#negotiation.close()
    this.#connection.close()
  }

  #joinOffered() {
    for (const transceiver of this.#connection.getTransceivers()) transceiver.direction = 'sendrecv'
    this.#putIn()
  }

  /** Changes what is sent, one after the other: browsers refuse a change that overlaps with another one. */
  #changeSent(change: (sender: RTCRtpSender, kind: string) => Promise<void>) {
    const all = async () => {
      for (const { sender, receiver } of this.#connection.getTransceivers()) await change(sender, receiver.track.kind)
    }
    this.#changing = this.#changing.then(all).catch(() => undefined)
  }

  #putIn() {
    this.#changeSent(async (sender, kind) => {
      const track = (kind === 'audio' ? this.#tracks.audio : this.#tracks.video) ?? null
      if (sender.track !== track) await sender.replaceTrack(track).catch(() => undefined)
      if (kind === 'video') await limitPicture(sender, this.#savesPicture)
    })
  }

  #say() {
    const { picture = 'off' } = this.#own ?? {}
    if (!this.#own || this.#channel.readyState !== 'open') return
    const state = { ...this.#own, picture: picture === 'on' && this.#savesPicture ? 'saved' : picture }
    this.#channel.send(JSON.stringify({ ...state, lacksPicture: this.#lacksPicture }))
  }

  #hear(text: string) {
    const heard = readState(text)
    if (!heard) return
    const { lacksPicture: isLacking, ...state } = heard
    const isNews = JSON.stringify(state) !== JSON.stringify(this.#remote)
    this.#remote = state
    if (isNews) this.#tell()
    this.#notice()
    if (isLacking) this.#beginPicture()
  }

  /** The other is there. */
  #notice() {
    this.#heardAt = performance.now()
    this.#mendedAt = 0
    if (this.#isConnected) return
    this.#setConnected(true)
    this.#beginPicture()
  }

  /** Sending begins with a whole picture: after a gap, or when one is lost, browsers ask for the next only every three seconds. */
  #beginPicture() {
    const now = performance.now()
    if (now - this.#begunAt < beginMs) return
    this.#begunAt = now
    this.#changeSent(async (sender, kind) => {
      if (kind !== 'video') return
      await limitPicture(sender, true)
      await limitPicture(sender, this.#savesPicture)
    })
  }

  #tell() {
    this.#to.onRemote({ stream: this.#stream, state: this.#remote })
  }

  #setConnected(isConnected: boolean) {
    if (this.#isConnected === isConnected) return
    this.#isConnected = isConnected
    this.#to.onConnected(isConnected)
  }

  async #beat() {
    this.#say()
    await this.#watchLine()
    const now = performance.now()
    if (now - this.#heardAt < silenceMs || this.#connection.connectionState === 'closed') return
    this.#setConnected(false)
    this.#awayAt = now
    if (now - this.#heardAt > hopelessMs) this.#to.onHopeless()
    else if (now - this.#mendedAt > mendMs && this.#connection.signalingState === 'stable') this.mend()
  }

  async #watchLine() {
    if (this.#connection.connectionState !== 'connected') return
    const totals = totalsOf(await this.#connection.getStats(), performance.now() - this.#awayAt)
    const before = this.#watchedAt
    this.#watchedAt = performance.now()
    if (this.#totals) {
      if (totals.received > this.#totals.received) this.#notice()
      this.#lacksPicture = lacksPicture(this.#totals, totals)
      if (this.#lacksPicture) this.#say()
      // Of a moment in which nothing was heard it is not known what was lost.
      if (this.#heardAt >= before) this.#judge(this.#totals, totals)
    }
    this.#totals = totals
  }

  #judge(before: LineTotals, totals: LineTotals) {
    if (performance.now() - this.#awayAt < calmMs) return
    // What a line takes is not measured while nothing much is sent over it.
    const seen = this.#savesPicture ? { ...totals, takes: undefined } : totals
    const line = this.#steady(judgeLine(before, seen))
    if (this.#savesPicture !== (line === 'bad')) {
      this.#savesPicture = line === 'bad'
      this.#say()
      this.#putIn()
    }
    this.#to.onLine(line)
  }
}

/** Sound goes before picture, which is not sent at all on a bad line. */
async function limitPicture(sender: RTCRtpSender, isSaved: boolean): Promise<void> {
  const parameters = sender.getParameters()
  const [encoding] = parameters.encodings ?? []
  if (!encoding || encoding.active === !isSaved) return
  encoding.active = !isSaved
  encoding.maxBitrate = 1_200_000
  await sender.setParameters(parameters).catch(() => undefined)
}

const pictures = ['on', 'off', 'saved'] as const

/** What the other browser says is read with care, as all that comes from outside. */
function readState(text: string): (SideState & { lacksPicture: boolean }) | undefined {
  try {
    const {
      hasMicrophone,
      picture,
      isSharing,
      isHeld,
      lacksPicture: isLacking,
    } = JSON.parse(text) as Record<string, unknown>
    const known = pictures.find(one => one === picture)
    return (
      known && {
        hasMicrophone: hasMicrophone === true,
        picture: known,
        isSharing: isSharing === true,
        isHeld: isHeld === true,
        lacksPicture: isLacking === true,
      }
    )
  } catch {
    return undefined
  }
}
