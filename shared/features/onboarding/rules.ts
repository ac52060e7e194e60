import type { questionFields } from '#shared/features/brands/chat-questions.ts'
import { birthdayFromTyped } from '#shared/features/profile/birthday.ts'
import { emailErrors, normalizeEmail } from '#shared/features/accounts/email.ts'
import { isPasswordStrongEnough, type PasswordOwner } from '#shared/features/accounts/password.ts'
import { isBlank, plainLine } from '#shared/platform/text.ts'

/** A step of the registration chat, its texts in one language. */
export type OnboardingQuestion = {
  name: string
  type: 'text' | 'email' | 'password' | 'socials' | 'ask' | 'date' | 'image'
  required: boolean
  message: string
  again?: string
  after?: string
  button?: string
  userStatus?: number
  /** The password is made for the person together with the e-mail. */
  withGeneratedPassword?: boolean
}

/** What is known of the person; `status` is how far the chat is. */
export type OnboardingFacts = {
  status: number
  firstName: string
  lastName: string
  city: string
  email: string | undefined
  birthday: string | undefined
  hasAvatar: boolean
  /** Signs in by a password already. */
  hasPassword: boolean
}

/** The profile's fields that a question of type text may be named after, and what they are called on the wire. */
export const textFields: Record<TextField, 'name' | 'last_name' | 'city'> = {
  firstName: 'name',
  lastName: 'last_name',
  city: 'city',
}
export type TextField = (typeof questionFields)[number]

const lastStatus = 40
const longest = 100

export const isTextField = (name: string): name is TextField => name in textFields

/** Whether the account has what a question asks for; undefined for what leaves nothing in the account. */
function isKnown({ type, name, withGeneratedPassword }: OnboardingQuestion, facts: OnboardingFacts) {
  if (type === 'text') return isTextField(name) ? facts[name] !== '' : undefined
  if (type === 'email') return facts.email !== undefined && (!withGeneratedPassword || facts.hasPassword)
  if (type === 'password') return facts.hasPassword
  if (type === 'date') return facts.birthday !== undefined
  return type === 'image' ? facts.hasAvatar : undefined
}

/** Whether the status tells that the chat was past a question, answered or not. */
function isPassed(questions: readonly OnboardingQuestion[], index: number, status: number): boolean {
  return questions.slice(index).some(({ userStatus }) => userStatus !== undefined && userStatus <= status)
}

/**
 * The question to ask now: the first that is neither done on this device, nor answered by what the account has, nor passed
 * before. What is required and missing is asked again all the same. Undefined at the end.
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

/** Whether there is a chat to be had: not for whoever is through, unless it goes on where it was on this device. */
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
 * What was entered as it is sent, or that it has to be asked again. `today` is year-month-day where the person is;
 * a date is typed dd.mm.yyyy and sent so.
 */
export function judgeAnswer(
  { type }: OnboardingQuestion,
  entered: string,
  { today, owner }: { today: string; owner: PasswordOwner },
): JudgedAnswer {
  const value = type === 'password' ? entered : type === 'email' ? normalizeEmail(entered) : plainLine(entered)
  const isRight =
    type === 'text'
      ? !isBlank(value) && value.length <= longest
      : type === 'email'
        ? emailErrors(value).errors.length === 0
        : type === 'password'
          ? isPasswordStrongEnough(value, owner)
          : type === 'date'
            ? birthdayFromTyped(value, today) !== undefined
            : true
  return isRight ? { isRight, value } : { isRight }
}

/** Whether a question may be left without an answer; those of type ask are answered by their button. */
export function isSkippable({ required, type }: OnboardingQuestion): boolean {
  return !required && type !== 'ask'
}

/** The status to write after a question, answered or skipped; undefined when there is nothing new to tell. */
export function statusAfter({ userStatus }: OnboardingQuestion, status: number): number | undefined {
  return userStatus !== undefined && userStatus > status ? userStatus : undefined
}

const passwordLetters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groupLength = 4
const groups = 4

/** A password that can be read out and copied, of 16 characters that are not taken for others. `random` gives whole numbers below its argument, evenly. */
export function generatedPassword(random: (below: number) => number): string {
  const letter = () => passwordLetters[random(passwordLetters.length)] ?? ''
  const group = () => Array.from({ length: groupLength }, letter).join('')
  return Array.from({ length: groups }, group).join('-')
}
