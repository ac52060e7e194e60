import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { newHomework } from '../school/homework-course.ts'
import { withDatabase } from '../school/people.ts'
import { signInByCookie } from '../school/sessions.ts'
import { insertConsultation } from '#server/features/videocalls/testing/insert-consultation.ts'
import type { Copy } from '#kit/copy/copy.tsx'
import type { ConsultationStatus } from '#shared/features/videoconsultations/states.ts'
import { newStaff, signInToStudio } from './studio-page.ts'

export const fakeDevices = [
  '--use-fake-device-for-media-stream=device-count=2',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
]

type Booked = {
  startsAt?: number
  status?: ConsultationStatus
  /** Whose it is, instead of somebody new. */
  expert?: Awaited<ReturnType<typeof newStaff>>
}

/** A consultation that begins now, or later, with its learner and its expert. */
export async function newConsultation({ startsAt = Date.now(), status, expert: known }: Booked = {}) {
  const person = await newHomework([])
  const expert = known ?? (await newStaff('expert', 'Carla'))
  const id = await withDatabase(client =>
    insertConsultation(
      { query: config => client.query(config) },
      {
        learnerId: person.id,
        expertId: expert.id,
        streamId: person.streamId,
        startsAt,
        ...(status && { status }),
      },
    ),
  )
  return { id, person, expert }
}

/** Has every connection of a page go through the relay, as between two strict networks. */
const throughRelayOnly = () => {
  const Own = globalThis.RTCPeerConnection
  globalThis.RTCPeerConnection = class extends Own {
    constructor(configuration?: RTCConfiguration) {
      super({ ...configuration, iceTransportPolicy: 'relay' })
    }
  }
}

type How = { viaRelay?: boolean }

/** Two browsers of the two people, at the address of their call. */
export async function twoBrowsers(browser: Browser, call: Awaited<ReturnType<typeof newConsultation>>, how: How = {}) {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const desk = await browser.newContext({ viewport: { width: 1244, height: 900 } })
  for (const context of [phone, desk]) {
    if (how.viaRelay) await context.addInitScript(throughRelayOnly)
    await context.addInitScript(rememberConnections)
  }
  await signInByCookie(phone, call.person.id)
  await signInToStudio(desk, call.expert.id)
  const open = async (context: BrowserContext, address: string) => {
    const page = await context.newPage()
    await page.goto(address)
    return page
  }
  const [learner, staff] = await Promise.all([
    open(phone, `/videoconsultations/${call.id}/call`),
    open(desk, `/admin/calendar/${call.id}/call`),
  ])
  return { learner, staff, phone, desk, close: () => Promise.all([phone.close(), desk.close()]) }
}

/** The kinds of signals that pages send from now on. */
export function signalsOf(...pages: Page[]): { all: string[] } {
  const all: string[] = []
  for (const page of pages)
    page.on('request', request => {
      if (request.url().includes('/call/signals')) all.push((request.postDataJSON() as { kind: string }).kind)
    })
  return { all }
}

/** Has the page remember its connections, so that a walk can read their statistics. */
const rememberConnections = () => {
  const Own = globalThis.RTCPeerConnection
  const kept: RTCPeerConnection[] = []
  Object.assign(globalThis, { connections: kept })
  globalThis.RTCPeerConnection = class extends Own {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      kept.push(this)
    }
  }
}

/** How long two bare connections within one page take by the ways of its newest one, in ms: what this machine can do just now. */
async function connectBare() {
  const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] }
  const ways = connections.at(-1)?.getConfiguration()
  const from = performance.now()
  const [one, other] = [new RTCPeerConnection(ways), new RTCPeerConnection(ways)]
  connections.splice(-2)
  one.addEventListener('icecandidate', ({ candidate }) => candidate && other.addIceCandidate(candidate))
  other.addEventListener('icecandidate', ({ candidate }) => candidate && one.addIceCandidate(candidate))
  const channel = one.createDataChannel('bare')
  const isOpen = new Promise(resolve => channel.addEventListener('open', resolve))
  await one.setLocalDescription()
  await other.setRemoteDescription(one.localDescription as RTCSessionDescription)
  await other.setLocalDescription()
  await one.setRemoteDescription(other.localDescription as RTCSessionDescription)
  await isOpen
  const took = performance.now() - from
  one.close()
  other.close()
  return took
}

async function seekWay(at: number) {
  const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] }
  await new Promise(resolve => setTimeout(resolve, at - Date.now()))
  connections.at(-1)?.restartIce()
}

/** How much sound the newest connection has played, less what it had to make up, by the time (ms) of its own report. */
async function heardSound() {
  const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] }
  const report = await connections.at(-1)?.getStats()
  for (const entry of (report?.values() ?? []) as Iterable<Record<string, number | string>>)
    if (entry['type'] === 'inbound-rtp' && entry['kind'] === 'audio') {
      const samples = Number(entry['totalSamplesReceived']) - Number(entry['silentConcealedSamples'])
      return { seconds: samples / 48_000, packets: Number(entry['packetsReceived']), at: Number(entry['timestamp']) }
    }
  return { seconds: 0, packets: 0, at: 0 }
}

/** How many frames a video has shown since this was first asked; its own count starts at zero with each stream. */
function countFrames(video: HTMLVideoElement & { shown?: number }): number {
  const count = () => {
    video.shown = (video.shown ?? 0) + 1
    video.requestVideoFrameCallback(count)
  }
  if (video.shown === undefined) {
    video.shown = 0
    video.requestVideoFrameCallback(count)
  }
  return video.shown
}

/** What one of the two sees and does. */
export function callPage(page: Page, t: Copy) {
  const stage = page.locator('[data-call]')
  const other = stage.locator('video').first()
  return {
    stage,
    other,
    status: stage.getByRole('status').first(),
    join: page.getByRole('button', { name: t('videocall.join'), exact: true }),
    button: (key: Parameters<Copy>[0]) => page.getByRole('button', { name: t(key), exact: true }),
    /** What says that the call is recorded. */
    recordingSign: (texts: Copy) => stage.getByRole('status').filter({ hasText: texts('videocall.record.running') }),
    isTalking: () => expect(stage).toHaveAttribute('data-call', 'talking'),
    connectsBare: () => page.evaluate(connectBare),
    /** Seeks a new way at that moment (ms since 1970), as when the network changes. */
    seekWay: (at: number) => page.evaluate(seekWay, at),
    /** Frames of the other's picture shown so far. */
    frames: () => other.evaluate(countFrames),
    /** Seconds of sound heard so far that came over the line. */
    heard: () => page.evaluate(heardSound),
    /** Waits until so many more seconds of sound have come, and answers how long each of them took, in ms. */
    async hears(seconds: number) {
      const first = await this.heard()
      let last = first
      const more = async () => {
        last = await this.heard()
        return last.seconds - first.seconds
      }
      await expect.poll(more, { intervals: [50] }).toBeGreaterThan(seconds)
      return (last.at - first.at) / (last.seconds - first.seconds)
    },
    /** Waits until nothing comes over the line any more, and answers what has come until then. */
    async hearsNothing() {
      let last = await this.heard()
      const isStill = async () => {
        const before = await this.heard()
        await pause(400)
        last = await this.heard()
        return last.packets === before.packets
      }
      await expect.poll(isStill, { intervals: [0] }).toBe(true)
      return last
    },
    /** The longest time within `ms` without a new frame of the other, in ms. */
    longestGap: (ms: number) =>
      other.evaluate(async (video: HTMLVideoElement, length) => {
        const times = [performance.now()]
        const until = performance.now() + length
        while (performance.now() < until)
          await new Promise<void>(resolve => {
            const late = setTimeout(resolve, length)
            video.requestVideoFrameCallback(now => {
              clearTimeout(late)
              times.push(now)
              resolve()
            })
          })
        return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
      }, ms),
    /** How long until something comes again, and the picture moves by it, in ms. */
    async backAfter(from: number, last: { packets: number }) {
      await expect.poll(async () => (await this.heard()).packets, { intervals: [50] }).not.toBe(last.packets)
      return this.pictureAfter(from)
    },
    /** How long until the picture of the other moves, in ms. */
    async pictureAfter(from = Date.now()) {
      const before = await this.frames()
      await expect.poll(() => this.frames(), { intervals: [50] }).toBeGreaterThan(before + 2)
      return Date.now() - from
    },
  }
}
