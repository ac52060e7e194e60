import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { queryClient } from '#kit/cache/query-client.ts'
import { site } from '#kit/features/brands/site.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import {
  generatedPassword,
  judgeAnswer,
  needsOnboarding,
  type OnboardingQuestion,
  openQuestion,
  statusAfter,
} from '#shared/features/onboarding/rules.ts'
import { isBlank } from '#shared/platform/plain-text.ts'
import { localDate } from '#shared/platform/times.ts'
import { userQuery } from '#web/features/accounts/data.ts'
import { offeredNetworks } from '#web/features/social/offered.ts'
import { doneQuestions, keepDone } from './done-questions.ts'
import { factsOf } from './facts.ts'
import { useSteps } from './use-steps.ts'
import { type Step, statusSteps, stepsOf } from './write-answer.ts'

export type Said = { id: number; by: 'school' | 'person'; text: string; isPassword?: boolean }

/** Even numbers below `below`, without those that would favour some. */
function random(below: number): number {
  const most = 256 - (256 % below)
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < most) return byte % below
  }
}

function keepUser(change: Partial<UserWire>): void {
  queryClient.setQueryData(userQuery().queryKey, user => user && { ...user, ...change })
}

/** The brand's questions, but for networks where the school offers none. */
function questionsHere(): OnboardingQuestion[] {
  const hasNetworks = offeredNetworks().length > 0
  return (site().config.userInfoChat as OnboardingQuestion[]).filter(({ type }) => type !== 'socials' || hasNetworks)
}

/** What was said, in order. */
function useSaid() {
  const [said, setSaid] = useState<readonly Said[]>([])
  const lastId = useRef(0)
  const say = (by: Said['by'], text: string | undefined, isPassword = false) => {
    if (!text) return
    lastId.current += 1
    const id = lastId.current
    setSaid(all => [...all, { id, by, text, isPassword }])
  }
  return { said, say }
}

/** The open question; one that is being written stays open until it is, whatever the account has meanwhile. */
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

/** The registration chat of a user: what was said, the open question and what can be done about it. */
export function useOnboarding(user: UserWire) {
  const t = useCopy()
  const { said, say } = useSaid()
  const { isNeeded, facts, question, setWorking, close, end } = useQuestion(user)
  const { state, run, retry } = useSteps()

  const write = (asked: OnboardingQuestion, steps: Step[], password = '') => {
    setWorking(asked)
    run({
      steps,
      onDone: () => {
        if (password) say('school', password, true)
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
  const answer = (entered: string) => {
    if (!question || state !== 'idle') return
    if (!isBlank(entered)) say('person', question.type === 'password' ? '•'.repeat(8) : entered.trim())
    const owner = { email: facts.email, names: [facts.firstName, facts.lastName], brand: site().site.domain.name }
    const judged = judgeAnswer(question, entered, { today: localDate(Date.now(), user.timezone), owner })
    if (!judged.isRight) return say('school', question.again ?? t('onboarding.again'))
    const password = question.withGeneratedPassword ? generatedPassword(random) : ''
    const status = statusAfter(question, facts.status)
    write(question, stepsOf(question, judged.value, { password, status, keep: keepUser }), password)
  }
  /** Goes on without writing anything but how far the chat is; `words` are what the person did. */
  const pass = (words: string) => {
    if (!question || state !== 'idle') return
    say('person', words)
    write(question, statusSteps(statusAfter(question, facts.status), keepUser))
  }
  return { isNeeded, said, say, question, state, retry, answer, pass, end }
}

export type Onboarding = ReturnType<typeof useOnboarding>
