import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OwnMedia } from './own-media.ts'

/** A track as a device gives it, which can be taken away. */
class FakeTrack extends EventTarget {
  readonly kind: string
  readonly deviceId: string
  enabled = true
  muted = false
  readyState = 'live'
  contentHint = ''

  constructor(kind: string, deviceId: string) {
    super()
    this.kind = kind
    this.deviceId = deviceId
  }

  stop() {
    this.readyState = 'ended'
  }

  getSettings() {
    return { deviceId: this.deviceId }
  }

  /** As unplugging does. */
  unplug() {
    this.stop()
    this.dispatchEvent(new Event('ended'))
  }

  hold(isHeld: boolean) {
    this.muted = isHeld
    this.dispatchEvent(new Event(isHeld ? 'mute' : 'unmute'))
  }
}

let plugged: { kind: string; id: string }[] = []
let media: OwnMedia
const devices = Object.assign(new EventTarget(), {
  async getUserMedia(wanted: MediaStreamConstraints) {
    const kind = wanted.audio ? 'audio' : 'video'
    const { deviceId } = (wanted.audio ?? wanted.video) as { deviceId?: { exact: string } }
    const found = plugged.find(one => one.kind === kind && (!deviceId || one.id === deviceId.exact))
    if (!found) throw new DOMException('', 'NotFoundError')
    return { getTracks: () => [new FakeTrack(kind, found.id)] }
  },
})
const trackOf = (kind: 'microphone' | 'camera') => media.read()[kind].track as unknown as FakeTrack | undefined
const idOf = (kind: 'microphone' | 'camera') => trackOf(kind)?.deviceId

beforeEach(async () => {
  plugged = [
    { kind: 'audio', id: 'headset' },
    { kind: 'audio', id: 'built in' },
    { kind: 'video', id: 'front' },
  ]
  vi.stubGlobal('navigator', { mediaDevices: devices })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  media = new OwnMedia()
  await media.open()
})
afterEach(() => {
  media.close()
  vi.unstubAllGlobals()
})

test('a microphone that is unplugged is replaced by another one, and by the first that is plugged in', async () => {
  await media.choose('microphone', 'headset')
  plugged = plugged.filter(({ id }) => id !== 'headset')
  trackOf('microphone')?.unplug()
  await expect.poll(() => idOf('microphone')).toBe('built in')
  plugged = []
  trackOf('microphone')?.unplug()
  await expect.poll(() => media.read().microphone.problem).toBe('missing')
  expect(media.read().microphone.track).toBeUndefined()
  plugged = [{ kind: 'audio', id: 'new' }]
  devices.dispatchEvent(new Event('devicechange'))
  await expect.poll(() => idOf('microphone')).toBe('new')
  expect(media.read().microphone.problem).toBeUndefined()
})

test('a phone call holds the microphone until it ends', () => {
  trackOf('microphone')?.hold(true)
  expect(media.read().microphone.isHeld).toBe(true)
  trackOf('microphone')?.hold(false)
  expect(media.read().microphone.isHeld).toBe(false)
})

test('muted stays muted when another microphone is taken, and its light stays off with the camera', async () => {
  media.setMicrophone(false)
  await media.choose('microphone', 'built in')
  expect([idOf('microphone'), trackOf('microphone')?.enabled]).toEqual(['built in', false])
  media.setMicrophone(true)
  expect(trackOf('microphone')?.enabled).toBe(true)
  const camera = trackOf('camera')
  media.setCamera(false)
  expect(camera?.readyState).toBe('ended')
  devices.dispatchEvent(new Event('devicechange'))
  await new Promise(resolve => setTimeout(resolve))
  expect(media.read().camera.track).toBeUndefined()
  media.setCamera(true)
  await expect.poll(() => idOf('camera')).toBe('front')
})

test('the camera goes on until another one is there, and when that one fails', async () => {
  const before = trackOf('camera')
  await media.choose('camera', 'gone')
  expect([trackOf('camera'), before?.readyState, media.read().camera.problem]).toEqual([before, 'live', 'missing'])
  plugged.push({ kind: 'video', id: 'back' })
  await media.choose('camera', 'back')
  expect([idOf('camera'), before?.readyState, media.read().camera.problem]).toEqual(['back', 'ended', undefined])
})

test('what opens after leaving is closed again', async () => {
  const opening = media.choose('camera', 'front')
  media.close()
  await opening
  expect(trackOf('camera')?.readyState).toBe('ended')
})
