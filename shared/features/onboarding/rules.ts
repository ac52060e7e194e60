import type { questionFields } from '#shared/features/brands/rules.ts'
import { birthdayFromTyped } from '#shared/features/profile/birthday.ts'
import { type EmailOptions, emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { isPasswordStrongEnough, type PasswordOwner } from '#shared/features/accounts/password.ts'
import { isBlank, linePattern, textLength } from '#shared/platform/text.ts'

/** What can be chosen; `value` is its name in what is stored. */
export type OnboardingOption = { value: string; text: string; time?: string }

/** A step of the registration chat, its texts in one language. */
export type OnboardingQuestion = {
  name: string
  type: 'text' | 'email' | 'password' | 'socials' | 'ask' | 'date' | 'image' | 'choice'
  required: boolean
  message: string
  again?: string
  after?: string
  button?: string
  /** Of a choice; `time` ('HH:MM') is when a reminder is offered to whoever chooses it. */
  options?: readonly OnboardingOption[]
  userStatus?: number
  /** The password is generated together with the e-mail step. */
  withGeneratedPassword?: boolean
}

/** What is known about the person; `status` is the chat's progress. */
export type OnboardingFacts = {
  status: number
  firstName: string
  lastName: string
  city: string
  email: string | undefined
  birthday: string | undefined
  hasAvatar: boolean
  /** Already has a password. */
  hasPassword: boolean
}

/** The profile fields a text question may be named after, with their wire names. */
export const textFields: Record<TextField, 'name' | 'last_name' | 'city'> = {
  firstName: 'name',
  lastName: 'last_name',
  city: 'city',
}
export type TextField = (typeof questionFields)[number]

const lastStatus = 40
const longest = 100
const line = new RegExp(linePattern, 'u')

export const isTextField = (name: string): name is TextField => name in textFields

/** Whether the account already has what a question asks for; undefined when the question stores nothing. */
function isKnown({ type, name, withGeneratedPassword }: OnboardingQuestion, facts: OnboardingFacts) {
  if (type === 'text') return isTextField(name) ? facts[name] !== '' : undefined
  if (type === 'email') return facts.email !== undefined && (!withGeneratedPassword || facts.hasPassword)
  if (type === 'password') return facts.hasPassword
  if (type === 'date') return facts.birthday !== undefined
  return type === 'image' ? facts.hasAvatar : undefined
}

/** Whether the status shows that a question was passed, answered or not. */
function isPassed(questions: readonly OnboardingQuestion[], index: number, status: number): boolean {
  return questions.slice(index).some(({ userStatus }) => userStatus !== undefined && userStatus <= status)
}

/**
 * The next question: the first not done on this device, not answered by the account and not passed before. Missing
 * required answers are asked for in any case. Undefined at the end.
 */
export function openQuestion(
  questions: readonly OnboardingQuestion[],
  facts: OnboardingFacts,
  done: ReadonlySet<string>,
): OnboardingQuestion | undefined {
  return questions.find((question, index) => {
    if (done.has(question.name)) return false
    const known = isKnown(question, facts)
    if (known) return false
    return (question.required && known === false) || !isPassed(questions, index, facts.status)
  })
}

/** Whether to show the chat: not to people who have finished it, unless it was left open on this device. */
export function needsOnboarding(
  questions: readonly OnboardingQuestion[],
  facts: OnboardingFacts,
  done: ReadonlySet<string>,
): boolean {
  if (facts.status >= lastStatus && done.size === 0) return false
  return openQuestion(questions, facts, done) !== undefined
}

export type JudgedAnswer = { isRight: true; value: string } | { isRight: false }

/**
 * The answer in the form it is sent, or that it must be asked again. `today` is the person's date, year-month-day; a
 * date is typed and sent as dd.mm.yyyy.
 */
export function judgeAnswer(
  { type, options = [] }: OnboardingQuestion,
  entered: string,
  { today, owner, emailRules }: { today: string; owner: PasswordOwner; emailRules: EmailOptions },
): JudgedAnswer {
  const value = type === 'password' ? entered : type === 'email' ? normalizeEmail(entered) : entered.trim()
  const isRight =
    type === 'text'
      ? !isBlank(value) && textLength(value) <= longest && line.test(value)
      : type === 'email'
        ? emailErrors(value, emailRules).errors.length === 0
        : type === 'password'
          ? isPasswordStrongEnough(value, owner)
          : type === 'date'
            ? birthdayFromTyped(value, today) !== undefined
            : type !== 'choice' || options.some(option => option.value === value)
  return isRight ? { isRight, value } : { isRight }
}

/** Whether a question can be skipped; those of type ask are answered by their button. */
export function isSkippable({ required, type }: OnboardingQuestion): boolean {
  return !required && type !== 'ask'
}

/** The status to store after a question, answered or skipped; undefined when it does not change. */
export function statusAfter({ userStatus }: OnboardingQuestion, status: number): number | undefined {
  return userStatus !== undefined && userStatus > status ? userStatus : undefined
}

/** The time ('HH:MM') that goes with what was chosen, by the name of the question; `usual` where nothing with a time was. */
export function wishedTime(
  questions: readonly OnboardingQuestion[],
  chosen: readonly { name: string; value: string }[],
  usual: string,
): string {
  const times = questions.flatMap(({ name, options = [] }) =>
    options.filter(({ value }) => chosen.some(one => one.name === name && one.value === value)),
  )
  return times.findLast(({ time }) => time !== undefined)?.time ?? usual
}

type Asked<Text> = Pick<OnboardingQuestion, 'name'> & {
  message: Text
  options?: readonly { value: string; text: Text }[]
}

/** What was chosen beside what was asked, in the order of the questions; nothing for what is no longer asked or offered. */
export function answersInWords<Text>(
  questions: readonly Asked<Text>[],
  chosen: readonly { name: string; value: string }[],
): { question: Text; answer: Text }[] {
  return questions.flatMap(({ name, message, options = [] }) => {
    const value = chosen.find(one => one.name === name)?.value
    const option = options.find(one => one.value === value)
    return option ? [{ question: message, answer: option.text }] : []
  })
}

const passwordLetters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groupLength = 4
const groups = 4

/**
 * A password of 16 unambiguous characters, easy to read out and copy. `random` returns uniform whole numbers below its
 * argument.
 */
export function generatedPassword(random: (below: number) => number): string {
  const letter = () => passwordLetters.charAt(random(passwordLetters.length))
  const group = () => Array.from({ length: groupLength }, letter).join('')
  return Array.from({ length: groups }, group).join('-')
}
