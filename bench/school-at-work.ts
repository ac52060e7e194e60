import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { statusExpansions } from '#shared/features/streams/contract.ts'
import { type BenchLearner, seedBenchSchool } from './bench-school.ts'
import { cpuOfTree } from './process-cpu.ts'
import { type OwnDatabase, startOurs } from './own-database.ts'
import { percentile, rounded } from './percentile.ts'
import { fullTree } from './rows.ts'

/** How long learners wait for answers, and how much processor time the server and its database use. */
export type School = {
  learners: number
  seconds: number
  requestsPerSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  cpuPercent: number
  goal: string
}

export const schoolPort = 4715
const api = `http://127.0.0.1:${schoolPort}/spa/api/v1`
const seconds = 300

type Step = { path: string; body?: object; etag?: true }
type Habit = { everySeconds: number; steps: (learner: BenchLearner) => Step[] }

/** What each does, and how often: a lesson is playing nearly all the time, and many look at their chat. */
const habits: Habit[] = [
  {
    everySeconds: 15,
    steps: learner => [
      {
        path: '/save-lesson-stat',
        body: {
          stage_day_id: learner.dayId,
          user_course_stream_id: learner.userStreamId,
          stage_day_lesson_set_lesson_id: learner.setLessonId,
          viewed_seconds: 15,
          play_count: 0,
          day_status: 'started',
          position_seconds: 40,
        },
      },
    ],
  },
  {
    everySeconds: 180,
    steps: learner => [
      { path: '/user' },
      { path: '/user-course-streams?expand=progress,freeze' },
      { path: `/user-course-streams/${learner.userStreamId}/status?expand=${statusExpansions.join(',')}` },
      { path: `/courses/${learner.courseId}?expand=${fullTree}`, etag: true },
      { path: '/user-score/amount' },
      { path: '/chats' },
    ],
  },
  { everySeconds: 60, steps: ({ chatId }) => [{ path: `/chats/${chatId}/messages?page=1&per-page=20` }] },
  {
    everySeconds: 120,
    steps: ({ chatId }) => [{ path: `/chats/${chatId}/messages`, body: { message: 'It went well today, thank you!' } }],
  },
]

/** 500 learners for five minutes, each at their own times, on the school that the calls are measured on. */
export async function measureSchool(own: OwnDatabase, main: string): Promise<School> {
  const learners = await seedBenchSchool(own.database)
  const server = await startOurs([main], own, schoolPort)
  try {
    return await workFor(learners, [server.pid, own.postmaster])
  } finally {
    await server.stop()
  }
}

async function workFor(learners: BenchLearner[], pids: number[]): Promise<School> {
  const used = () => pids.reduce((sum, pid) => sum + cpuOfTree(pid), 0)
  const [before, begun] = [used(), performance.now()]
  const times = await learnUntil(AbortSignal.timeout(seconds * 1000), learners)
  const passedMs = performance.now() - begun
  return {
    learners: learners.length,
    seconds,
    requestsPerSecond: Math.round(times.length / (passedMs / 1000)),
    p50Ms: rounded(percentile(times, 0.5)),
    p95Ms: rounded(percentile(times, 0.95)),
    p99Ms: rounded(percentile(times, 0.99)),
    cpuPercent: Math.round((100 * (used() - before)) / passedMs / cpus().length),
    goal: 'p95 ≤ 50 ms, CPU ≤ 60 %',
  }
}

/** Learners do what they do, `pace` times as often, until the signal; answers how long each answer took, in ms. */
export async function learnUntil(over: AbortSignal, learners: BenchLearner[], pace = 1): Promise<number[]> {
  setMaxListeners(0, over)
  const times: number[] = []
  const follow = async ({ everySeconds, steps }: Habit, learner: BenchLearner) => {
    const tags = new Map<string, string>()
    const everyMs = (everySeconds * 1000) / pace
    for (let pauseMs = Math.random() * everyMs; ; pauseMs = (0.5 + Math.random()) * everyMs) {
      await wait(pauseMs, undefined, { signal: over }).catch(() => undefined)
      if (over.aborted) return
      for (const step of steps(learner)) times.push(await ask(step, learner.token, tags))
    }
  }
  await Promise.all(learners.flatMap(learner => habits.map(habit => follow(habit, learner))))
  return times
}

/** Milliseconds until the whole answer is here. */
async function ask({ path, body, etag }: Step, token: string, tags: Map<string, string>): Promise<number> {
  const known = etag && tags.get(path)
  const begun = performance.now()
  const answer = await fetch(`${api}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'x-app-id': 'kurso',
      'accept-language': 'en',
      ...(known && { 'if-none-match': known }),
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  await answer.arrayBuffer()
  const took = performance.now() - begun
  if (!answer.ok && answer.status !== 304) throw new Error(`${path} answered ${answer.status}`)
  if (etag) tags.set(path, answer.headers.get('etag') ?? '')
  return took
}
