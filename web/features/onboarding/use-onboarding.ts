import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callQuery } from '#kit/cache/call-query.ts'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'
import { errorMessage, isPassing } from '#kit/request/request-errors.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import {
  generatedPassword,
  isTextField,
  judgeAnswer,
  needsOnboarding,
  type OnboardingFacts,
  type OnboardingQuestion,
  openQuestion,
  statusAfter,
  textFields,
} from '#shared/features/onboarding/rules.ts'
import { isBlank } from '#shared/platform/text.ts'
import { localDate } from '#shared/platform/times.ts'
import { userQuery } from '#web/features/accounts/data.ts'
import { offeredNetworks } from '#web/features/social/networks.ts'

export type ChatEntry = { id: number; by: 'school' | 'person'; text: string; isPassword?: boolean }

/** A uniform random integer below `below` (at most 256): bytes that would favour some values are dropped. */
function randomBelow(below: number): number {
  const most = 256 - (256 % below)
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < most) return byte % below
  }
}

function keepUser(change: Partial<UserWire>): void {
  queryClient.setQueryData(userQuery().queryKey, user => user && { ...user, ...change })
}

/** The brand's questions, without the one about networks where the school has none. */
function questionsHere(): OnboardingQuestion[] {
  const hasNetworks = offeredNetworks().length > 0
  return (site().config.userInfoChat as OnboardingQuestion[]).filter(({ type }) => type !== 'socials' || hasNetworks)
}

function useChatLog() {
  const [said, setSaid] = useState<readonly ChatEntry[]>([])
  const lastId = useRef(0)
  const say = (by: ChatEntry['by'], text: string | undefined, { isPassword = false } = {}) => {
    if (!text) return
    lastId.current += 1
    const id = lastId.current
    setSaid(all => [...all, { id, by, text, isPassword }])
  }
  return { said, say }
}

/** The open question. While its answer is being saved it stays open, whatever the account says. */
function useQuestion(user: UserWire) {
  const [questions] = useState(questionsHere)
  const [done, setDone] = useState(() => doneQuestions(user.id))
  const [working, setWorking] = useState<OnboardingQuestion>()
  const facts = factsOf(useQuery({ ...userQuery(), enabled: false }).data ?? user)
  const [isNeeded] = useState(() => needsOnboarding(questions, facts, done))
  const close = ({ name }: OnboardingQuestion) => {
    const next = new Set([...done, name])
    keepDone(user.id, next)
    setDone(next)
  }
  const end = () => keepDone(user.id, new Set())
  return { isNeeded, facts, question: working ?? openQuestion(questions, facts, done), setWorking, close, end }
}

/** The registration chat: what was said, the open question and how to answer it. */
export function useOnboarding(user: UserWire) {
  const t = useCopy()
  const { said, say } = useChatLog()
  const { isNeeded, facts, question, setWorking, close, end } = useQuestion(user)
  const { state, run, retry } = useSteps()

  const write = (asked: OnboardingQuestion, steps: Step[], password = '') => {
    setWorking(asked)
    run({
      steps,
      onDone: () => {
        if (password) say('school', password, { isPassword: true })
        say('school', asked.after)
        close(asked)
        setWorking(undefined)
      },
      onRefused: error => {
        say('school', errorMessage(error, t('onboarding.again')))
        say('school', asked.again)
        setWorking(undefined)
      },
    })
  }
  /** `words` are shown as the person's message where they are others than what is sent. */
  const answer = (entered: string, words = entered) => {
    if (!question || state !== 'idle') return
    if (!isBlank(words)) say('person', question.type === 'password' ? '•'.repeat(8) : words.trim())
    const { config, site: own } = site()
    const owner = { email: facts.email, names: [facts.firstName, facts.lastName], brand: own.domain.name }
    const today = localDate(Date.now(), user.timezone)
    const judged = judgeAnswer(question, entered, { today, owner, emailRules: config.emailRules })
    if (!judged.isRight) return say('school', question.again ?? t('onboarding.again'))
    const password = question.withGeneratedPassword ? generatedPassword(randomBelow) : ''
    const status = statusAfter(question, facts.status)
    write(question, stepsOf(question, judged.value, { password, status, keep: keepUser }), password)
  }
  /** Moves on, saving only how far the chat is; `words` are shown as the person's message. */
  const pass = (words: string) => {
    if (!question || state !== 'idle') return
    say('person', words)
    write(question, statusSteps(statusAfter(question, facts.status), keepUser))
  }
  return { isNeeded, said, say, question, state, retry, answer, pass, end }
}

export type Onboarding = ReturnType<typeof useOnboarding>

/** Named like a draft, so that it survives the end of a session: the same person continues where they were. */
const nameOf = (userId: number) => `draft ${userId} onboarding`

/** Names of the questions answered or skipped on this device. */
function doneQuestions(userId: number): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? '[]')
    return new Set(Array.isArray(names) ? names.filter(name => typeof name === 'string') : [])
  } catch {
    return new Set()
  }
}

function keepDone(userId: number, names: ReadonlySet<string>): void {
  try {
    if (names.size === 0) localStorage.removeItem(nameOf(userId))
    else localStorage.setItem(nameOf(userId), JSON.stringify([...names]))
  } catch {
    // Without storage they last until the page closes; the account's status says how far the chat is.
  }
}

function factsOf(user: UserWire): OnboardingFacts {
  return {
    status: user.status,
    firstName: user.name,
    lastName: user.last_name,
    city: user.city,
    email: user.email ?? undefined,
    birthday: user.birthday ?? undefined,
    hasAvatar: user.avatar !== null,
    hasPassword: user.has_password ?? true,
  }
}

type Work = { steps: Step[]; onDone: () => void; onRefused: (error: unknown) => void }

/**
 * Runs the steps of one answer in order. A passing failure can be retried from the step that failed, by the person or
 * as soon as the device is online. A second press meanwhile does nothing.
 */
function useSteps() {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const work = useRef<Work>(undefined)
  const isRunning = useRef(false)

  const go = async () => {
    const { current } = work
    if (!current || isRunning.current) return
    isRunning.current = true
    setState('busy')
    try {
      for (let step = current.steps[0]; step; step = current.steps[0]) {
        await step()
        current.steps.shift()
      }
      work.current = undefined
      setState('idle')
      current.onDone()
    } catch (error) {
      if (isPassing(error)) setState('failed')
      else {
        work.current = undefined
        setState('idle')
        current.onRefused(error)
      }
    } finally {
      isRunning.current = false
    }
  }
  const run = (next: Work) => {
    if (work.current) return
    work.current = { ...next, steps: [...next.steps] }
    void go()
  }
  const handleOnline = useEffectEvent(() => void go())
  useEffect(() => {
    addEventListener('online', handleOnline)
    return () => removeEventListener('online', handleOnline)
  }, [])
  return { state, run, retry: () => void go() }
}

type Step = () => Promise<void>
type Keep = (user: Partial<UserWire>) => void

/** Sets the first password. If the answer was lost and it is sent again, it is the current one already, hence `current_password`. */
async function setPassword(password: string, keep: Keep): Promise<void> {
  const body = { password, password_repeat: password, current_password: password }
  await request('POST /user/update-password', { body })
  keep({ has_password: true })
}

async function setField(body: { name?: string; last_name?: string; city?: string; birthday?: string }, keep: Keep) {
  keep((await request('POST /user', { body, isMultipart: true })).data)
}

async function choose(name: string, value: string): Promise<void> {
  const { data } = await request('PUT /user-answers', { body: { name, value } })
  queryClient.setQueryData(callQuery('GET /user-answers').queryKey, (known = []) => [
    ...known.filter(one => one.name !== name),
    data,
  ])
}

async function update(body: { email?: string; status?: number }, keep: Keep): Promise<void> {
  keep((await request('POST /user/update-user', { body })).data)
}

/**
 * The requests that save an answer, in order; each may be repeated. `password` is the generated one, where e-mail and
 * password are one question; `status` is how far the chat is then.
 */
function stepsOf(
  { type, name, withGeneratedPassword }: OnboardingQuestion,
  value: string,
  { password, status, keep }: { password: string; status: number | undefined; keep: Keep },
): Step[] {
  const steps: Step[] = []
  if (type === 'text' && isTextField(name)) steps.push(() => setField({ [textFields[name]]: value }, keep))
  if (type === 'date') steps.push(() => setField({ birthday: value }, keep))
  if (type === 'email') steps.push(() => update({ email: value }, keep))
  if (type === 'email' && withGeneratedPassword) steps.push(() => setPassword(password, keep))
  if (type === 'choice') steps.push(() => choose(name, value))
  if (type === 'password') steps.push(() => setPassword(value, keep))
  return [...steps, ...statusSteps(status, keep)]
}

function statusSteps(status: number | undefined, keep: Keep): Step[] {
  return status === undefined ? [] : [() => update({ status }, keep)]
}
