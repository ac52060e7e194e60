import { createStore } from '#kit/ui/store.ts'
import { deviceProblemOf, type DeviceProblem, openDevice, openScreen } from './devices.ts'

/** A microphone or camera of one's own. */
export type OwnDevice = {
  track: MediaStreamTrack | undefined
  /** Whether the person wants it on. */
  isWanted: boolean
  isOpening: boolean
  /** Why there is none, although it is wanted. */
  problem: DeviceProblem | undefined
  /** Somebody else has it for now: a phone call, another app, a page in the background. */
  isHeld: boolean
}

export type OwnMediaState = {
  microphone: OwnDevice
  camera: OwnDevice
  /** The screen while it is shared; it is sent in place of the camera's picture. */
  screen: MediaStreamTrack | undefined
}

const closed: OwnDevice = { track: undefined, isWanted: true, isOpening: false, problem: undefined, isHeld: false }

type Kind = 'microphone' | 'camera'

/** What one shows and says in a call: opened, changed, turned off, taken away by the system and opened again. */
export class OwnMedia {
  readonly #store = createStore<OwnMediaState>({ microphone: closed, camera: closed, screen: undefined })
  readonly read = this.#store.read
  readonly subscribe = this.#store.subscribe
  readonly #chosen: Partial<Record<Kind, string>> = {}
  readonly #turns: Record<Kind, number> = { microphone: 0, camera: 0 }
  #stop = new AbortController()

  /** Opens both; asked for together, so that the browser puts one question. */
  async open(): Promise<void> {
    this.#stop = new AbortController()
    const { signal } = this.#stop
    navigator.mediaDevices?.addEventListener('devicechange', () => this.#reopenMissing(), { signal })
    document.addEventListener('visibilitychange', () => this.#reopenMissing(), { signal })
    await Promise.all([this.#open('microphone'), this.#open('camera')])
  }

  /** Opens one again, as after permission was given. */
  retry(kind: Kind): Promise<void> {
    return this.#open(kind)
  }

  /** Takes another device; the old one goes on until the new one is there. */
  choose(kind: Kind, deviceId: string): Promise<void> {
    this.#chosen[kind] = deviceId
    // A muted microphone is kept open; a camera that is off is not opened.
    return kind === 'microphone' || this.read().camera.isWanted ? this.#open(kind) : Promise.resolve()
  }

  /** Silence, with the microphone kept: it is back at once. */
  setMicrophone(isWanted: boolean): void {
    const { track } = this.read().microphone
    if (track) track.enabled = isWanted
    this.#change('microphone', { isWanted })
    if (isWanted && !track) void this.#open('microphone')
  }

  /** Off turns the camera's light off as well. */
  setCamera(isWanted: boolean): void {
    this.#change('camera', { isWanted })
    if (isWanted) return void this.#open('camera')
    this.#turns.camera++
    this.read().camera.track?.stop()
    this.#change('camera', { track: undefined, isOpening: false, problem: undefined, isHeld: false })
  }

  /** Shows the screen instead of the camera; rejects when the person chose none. */
  async shareScreen(): Promise<void> {
    const track = await openScreen()
    if (this.#stop.signal.aborted) return track.stop()
    this.read().screen?.stop()
    track.addEventListener('ended', () => this.read().screen === track && this.#setScreen(undefined))
    this.#setScreen(track)
  }

  stopSharing(): void {
    this.read().screen?.stop()
    this.#setScreen(undefined)
  }

  close(): void {
    this.#stop.abort()
    const { microphone, camera, screen } = this.read()
    for (const track of [microphone.track, camera.track, screen]) track?.stop()
  }

  #setScreen(screen: MediaStreamTrack | undefined) {
    this.#store.change(before => ({ ...before, screen }))
  }

  #change(kind: Kind, change: Partial<OwnDevice>) {
    this.#store.change(before => ({ ...before, [kind]: { ...before[kind], ...change } }))
  }

  async #open(kind: Kind) {
    if (this.#stop.signal.aborted) return
    const turn = ++this.#turns[kind]
    const isCurrent = () => turn === this.#turns[kind] && !this.#stop.signal.aborted
    const before = this.read()[kind].track
    this.#change(kind, { isOpening: true })
    try {
      const track = await openDevice(kind, this.#chosen[kind], before)
      if (!isCurrent()) return track.stop()
      if (before !== track) before?.stop()
      track.enabled = kind === 'camera' || this.read().microphone.isWanted
      this.#follow(kind, track)
      this.#change(kind, { track, isOpening: false, problem: undefined, isHeld: track.muted })
    } catch (error) {
      if (!isCurrent()) return
      const track = before?.readyState === 'live' ? before : undefined
      this.#change(kind, { track, isOpening: false, problem: deviceProblemOf(error) })
    }
  }

  /** Muted by the system is held; ended is unplugged, or taken for good: another one takes its place. */
  #follow(kind: Kind, track: MediaStreamTrack) {
    const isCurrent = () => this.read()[kind].track === track
    track.addEventListener('mute', () => isCurrent() && this.#change(kind, { isHeld: true }))
    track.addEventListener('unmute', () => isCurrent() && this.#change(kind, { isHeld: false }))
    const handleEnd = () => {
      if (!isCurrent()) return
      delete this.#chosen[kind]
      this.#change(kind, { track: undefined, isHeld: false })
      if (this.read()[kind].isWanted) void this.#open(kind)
    }
    track.addEventListener('ended', handleEnd)
  }

  /** Something was plugged in, or the page is seen again: what is wanted and not there is tried once more. */
  #reopenMissing() {
    for (const kind of ['microphone', 'camera'] as const) {
      const { isWanted, isOpening, track, problem } = this.read()[kind]
      const isAllowed = problem !== 'denied' && document.visibilityState === 'visible'
      if (isWanted && !isOpening && !track && isAllowed) void this.#open(kind)
    }
  }
}
