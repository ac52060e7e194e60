import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { fetchCall } from '#server/app/testing/child-server.ts'
import type { Learner, TwoNodes } from '#server/app/testing/two-nodes.ts'
import { usualPace } from '#kit/live/connection.ts'
import { LiveTab } from '#kit/live/live-tab.ts'
import type { PollAnswer } from '#kit/live/poll-link.ts'
import { Subscription } from '#kit/live/subscription.ts'

/** Between two messages in a chat, and two reports of a lesson, in ms. */
const everyMs = 250
/** Before a call without an answer is made again, in ms. */
const againMs = 100

/** A learner with an open page, whose chat an expert writes in while a lesson plays; all of it through one address. */
export class LearnerAtWork {
  readonly learner: Learner
  /** The messages that the page was told of, in their order. */
  readonly heard: string[] = []
  /** The messages that were acknowledged to the expert, in their order. */
  readonly acknowledged: string[] = []
  /** Seconds of the lesson that were acknowledged. */
  seconds = 0
  /** How often the page lost its connection, and how often it had to read the chat again. */
  losses = 0
  resets = 0
  isListening = false
  #isClosed = false
  readonly #school: TwoNodes
  readonly #url: string
  readonly #tab: LiveTab
  /** When each message was sent first, in ms. */
  readonly #sentAt = new Map<string, number>()
  #hear: (text: string) => void = () => undefined

  constructor(school: TwoNodes, url: string, learner: Learner) {
    this.#school = school
    this.#url = url
    this.learner = learner
    this.#tab = this.#openPage()
  }

  /** Until `over`; what was begun is acknowledged before it returns, unless the page is closed. */
  async work(over: AbortSignal): Promise<void> {
    await Promise.all([this.#write(over), this.#watch(over)])
  }

  /** Resolves with the time at which the page is told of a message that was sent after `since`, both in ms. */
  continuesAfter(since: number): Promise<number> {
    return new Promise(resolve => {
      this.#hear = text => {
        if ((this.#sentAt.get(text) ?? 0) > since) resolve(performance.now())
      }
    })
  }

  close(): void {
    this.#isClosed = true
    this.#tab.stop({ isForAll: false })
  }

  async #write(over: AbortSignal) {
    for (let number = 1; !over.aborted; number += 1) {
      const message = `message ${number}`
      this.#sentAt.set(message, performance.now())
      await this.#acknowledge(this.#school.expert.token, `POST /chats/${this.learner.chatId}/messages`, { message })
      this.acknowledged.push(message)
      await pause(everyMs)
    }
  }

  async #watch(over: AbortSignal) {
    const [day] = this.#school.course.days
    const report = {
      user_course_stream_id: this.learner.streamId,
      stage_day_id: day?.id,
      stage_day_lesson_set_lesson_id: day?.lessonIds[0],
      viewed_seconds: 1,
      play_count: 0,
    }
    while (!over.aborted) {
      await this.#acknowledge(this.learner.token, 'POST /save-lesson-stat', report)
      this.seconds += 1
      await pause(everyMs)
    }
  }

  /** Makes a call with one key until it is answered. */
  async #acknowledge(token: string, name: string, body: object) {
    const key = randomUUID()
    while (!this.#isClosed) {
      const status = await this.#call(token, name, body, key)
      if (status === 200) return
      if (status !== 0 && status !== 503) throw new Error(`${name} answered ${status}`)
      await pause(againMs)
    }
  }

  /** The status; 0 when the whole answer did not come. */
  async #call(token: string, name: string, body: object, key: string): Promise<number> {
    try {
      const answer = await fetchCall(this.#url, token, name, body, key)
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0
    }
  }

  #openPage(): LiveTab {
    const { token, chatId } = this.learner
    const room = `chat:${chatId}`
    const subscription = new Subscription(room, null, {
      onEvent: ({ data }) => {
        const { message } = (data as { message: { message: string } }).message
        this.heard.push(message)
        this.#hear(message)
      },
      onJoined: () => (this.isListening = true),
      onReset: () => (this.resets += 1),
    })
    return new LiveTab(
      {
        url: `${this.#url.replace(/^http/, 'ws')}/spa/live`,
        name: room,
        // Its events have all that the page reads of a browser's.
        WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
        locks: undefined,
        openChannel: () => {
          throw new Error('One tab needs no channel')
        },
        ask: async rooms =>
          (await (await fetchCall(this.#url, token, 'POST /live/poll', { rooms })).json()) as PollAnswer,
        who: () => ({ token, app_id: 'kurso' }),
        isOffline: () => false,
        isVisible: () => true,
        pace: usualPace,
        onFrame: frame => {
          const isOfRoom = frame.type === 'event' ? frame.event.room === room : 'room' in frame && frame.room === room
          if (isOfRoom && subscription.take(frame as Parameters<Subscription['take']>[0]))
            this.#tab.want([subscription])
        },
        onState: state => {
          if (state === 'away') this.losses += 1
        },
        onUnauthorized: () => {
          throw new Error('The session of a learner ended')
        },
        onStop: () => undefined,
      },
      new Set([subscription]),
    )
  }
}
