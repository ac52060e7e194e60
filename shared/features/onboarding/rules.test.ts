import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answersInWords,
  generatedPassword,
  isSkippable,
  isTextField,
  judgeAnswer,
  needsOnboarding,
  type OnboardingFacts,
  type OnboardingQuestion,
  openQuestion,
  statusAfter,
  textFields,
  wishedTime,
} from './rules.ts'
import { isPasswordStrongEnough } from '#shared/features/accounts/password.ts'

const nobody: OnboardingFacts = {
  status: 10,
  firstName: '',
  lastName: '',
  city: '',
  email: undefined,
  birthday: undefined,
  hasAvatar: false,
  hasPassword: false,
}
const question = (
  name: string,
  type: OnboardingQuestion['type'],
  more: Partial<OnboardingQuestion> = {},
): OnboardingQuestion => ({ name, type, required: false, message: name, ...more })
/** The order in the specification. */
const usual = [
  question('firstName', 'text', { required: true }),
  question('email', 'email', { required: true }),
  question('password', 'password', { required: true, userStatus: 20 }),
  question('socials', 'socials'),
  question('birthday', 'date', { userStatus: 30 }),
  question('avatarId', 'image', { userStatus: 40 }),
  question('push', 'ask'),
  question('goodbye', 'ask'),
]
const judging = { today: '2026-12-02', owner: {}, emailRules: {} }
const right: Record<string, string> = {
  text: 'Ann',
  email: 'ann@example.com',
  password: 'blue horse 71',
  date: '02.03.1990',
}

/** The account after an answer was stored. */
function after(facts: OnboardingFacts, { name, type, withGeneratedPassword }: OnboardingQuestion, value: string) {
  if (type === 'text' && isTextField(name)) return { ...facts, [name]: value }
  if (type === 'email')
    return { ...facts, email: value, hasPassword: facts.hasPassword || Boolean(withGeneratedPassword) }
  if (type === 'password') return { ...facts, hasPassword: true }
  if (type === 'date') return { ...facts, birthday: value }
  return type === 'image' ? { ...facts, hasAvatar: true } : facts
}

const namesFrom = (facts: OnboardingFacts, done: string[] = []) => {
  const asked: string[] = []
  const seen = new Set(done)
  for (let next = openQuestion(usual, facts, seen); next; next = openQuestion(usual, facts, seen)) {
    asked.push(next.name)
    seen.add(next.name)
  }
  return asked
}

test('the chat asks in the brand’s order, and never again for the e-mail used to sign up [ONB-01, ONB-02]', () => {
  expect(namesFrom(nobody)).toEqual(usual.map(({ name }) => name))
  const signedUp = { ...nobody, email: 'ann@example.com', hasPassword: true }
  expect(namesFrom(signedUp)).toEqual(['firstName', 'socials', 'birthday', 'avatarId', 'push', 'goodbye'])
  const known = { ...signedUp, firstName: 'Ann', birthday: '02.03.1990', hasAvatar: true }
  expect(namesFrom(known)).toEqual(['socials', 'push', 'goodbye'])
})

test('every brand asks these questions in this order, and choices between them, unless it says otherwise [ONB-02]', () => {
  const file = readFileSync(new URL('../../../brands/defaults.json', import.meta.url), 'utf8')
  const { config } = JSON.parse(file) as { config: { userInfoChat: OnboardingQuestion[] } }
  const shape = ({ name, type, required, userStatus }: OnboardingQuestion) => ({ name, type, required, userStatus })
  const isChoice = ({ type }: OnboardingQuestion) => type === 'choice'
  expect(config.userInfoChat.filter(one => !isChoice(one)).map(shape)).toEqual(usual.map(shape))
  const names = config.userInfoChat.map(({ name }) => name)
  const before = (name: string) => names.slice(0, names.indexOf(name))
  expect(before('birthday').slice(-2)).toEqual(['goal', 'level'])
  expect(before('push').at(-1)).toBe('dayTime')
  expect(config.userInfoChat.filter(isChoice).map(({ required, options = [] }) => [required, options.length])).toEqual([
    [false, 4],
    [false, 3],
    [false, 3],
  ])
})

test('of a choice only what is offered is right, and the time that goes with it is offered for the reminder [ONB-01, ONB-04]', () => {
  const options = [
    { value: 'morning', text: 'In the morning', time: '07:30' },
    { value: 'evening', text: 'In the evening' },
  ]
  const asked = question('dayTime', 'choice', { options })
  expect(judgeAnswer(asked, 'morning', judging)).toEqual({ isRight: true, value: 'morning' })
  for (const entered of ['', 'noon', 'In the morning']) expect(judgeAnswer(asked, entered, judging).isRight).toBe(false)
  expect(isSkippable(asked)).toBe(true)
  const chosen = (value: string) => [{ name: 'dayTime', value }]
  expect(wishedTime([asked], chosen('morning'), '19:00')).toBe('07:30')
  expect(wishedTime([asked], chosen('evening'), '19:00')).toBe('19:00')
  expect(wishedTime([asked], [{ name: 'goal', value: 'morning' }], '19:00')).toBe('19:00')
  expect(wishedTime([asked], [], '19:00')).toBe('19:00')
})

test('after a reload the chat continues where its status says [ONB-03]', () => {
  const signedUp = { ...nobody, firstName: 'Ann', email: 'ann@example.com', hasPassword: true }
  expect(namesFrom({ ...signedUp, status: 20 })[0]).toBe('socials')
  expect(namesFrom({ ...signedUp, status: 30 })[0]).toBe('avatarId')
  expect(namesFrom({ ...signedUp, status: 40 })).toEqual(['push', 'goodbye'])
  expect(needsOnboarding(usual, { ...signedUp, status: 40 }, new Set())).toBe(false)
  expect(needsOnboarding(usual, { ...signedUp, status: 40 }, new Set(['avatarId']))).toBe(true)
  expect(namesFrom({ ...signedUp, firstName: '', status: 30 })[0]).toBe('firstName')
  const birthday = question('birthday', 'date', { userStatus: 30 })
  const greeting = question('hello', 'ask', { required: true })
  expect(openQuestion([greeting, birthday], { ...nobody, status: 20 }, new Set())?.name).toBe('hello')
  expect(openQuestion([greeting, birthday], { ...nobody, status: 30 }, new Set())).toBeUndefined()
  expect(statusAfter(birthday, 20)).toBe(30)
  expect(statusAfter(birthday, 30)).toBeUndefined()
})

test('the chat is shown to who is new, and not where it has nothing left to ask [ONB-03]', () => {
  expect(needsOnboarding(usual, nobody, new Set())).toBe(true)
  expect(needsOnboarding([], nobody, new Set())).toBe(false)
})

test('an e-mail obeys the rules of the school [VAL-07, VAL-08]', () => {
  const judge = (entered: string, emailRules: object) =>
    judgeAnswer(question('email', 'email'), entered, { ...judging, emailRules }).isRight
  for (const entered of ['"a"@c.com', 'a@mail.example']) {
    expect(judge(entered, {})).toBe(true)
    expect(judge(entered, { isStrict: true, blockedDomains: ['mail.example'] })).toBe(false)
  }
})

test('an answer has a hundred characters as people count them [VAL-13]', () => {
  const isRight = (count: number) => judgeAnswer(question('x', 'text'), '𝒜'.repeat(count), judging).isRight
  expect([100, 101].map(isRight)).toEqual([true, false])
})

test('wrong input is asked for again, right input is sent as the rules normalise it [ONB-04]', () => {
  const judge = (type: OnboardingQuestion['type'], entered: string) =>
    judgeAnswer(question('x', type), entered, judging)
  const wrong = [
    ['text', ' \u200b '],
    ['text', 'x'.repeat(101)],
    ['email', 'ann'],
    ['email', ''],
    ['password', 'password1'],
    ['password', 'short'],
    ['date', '31.02.1990'],
    ['date', '02.03.2190'],
    ['date', '1990-03-02'],
  ] as const
  for (const [type, entered] of wrong)
    expect([type, entered, judge(type, entered).isRight]).toEqual([type, entered, false])
  expect(judge('text', 'x'.repeat(100)).isRight).toBe(true)
  expect(judge('text', '  Ann   Lee ')).toEqual({ isRight: true, value: 'Ann   Lee' })
  expect(judge('text', 'Ann\u0007Lee').isRight).toBe(false)
  expect(judge('email', ' Ann@Example.COM ')).toEqual({ isRight: true, value: 'ann@example.com' })
  expect(judge('password', ' blue horse 71')).toEqual({ isRight: true, value: ' blue horse 71' })
  expect(judge('date', '02.03.1990')).toEqual({ isRight: true, value: '02.03.1990' })
})

test('answers in words go into the fields of the profile', () => {
  expect(textFields).toEqual({ firstName: 'name', lastName: 'last_name', city: 'city' })
})

test('only optional questions can be skipped; a question with a button is answered by it [ONB-02]', () => {
  expect(usual.filter(isSkippable).map(({ name }) => name)).toEqual(['socials', 'birthday', 'avatarId'])
})

test('e-mail and password in one step: no password question remains [ONB-05]', () => {
  const merged = [question('email', 'email', { required: true, withGeneratedPassword: true, userStatus: 20 })]
  expect(openQuestion(merged, nobody, new Set())?.name).toBe('email')
  expect(openQuestion(merged, { ...nobody, email: 'ann@example.com' }, new Set())?.name).toBe('email')
  expect(openQuestion(merged, { ...nobody, email: 'ann@example.com', hasPassword: true }, new Set())).toBeUndefined()
})

test('a generated password is strong for any random numbers [ONB-05]', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), stream => {
      const numbers = stream[Symbol.iterator]()
      const password = generatedPassword(below => (numbers.next().value as number) % below)
      expect(password).toMatch(/^(?:[a-zA-Z2-9]{4}-){3}[a-zA-Z2-9]{4}$/)
      expect(password).not.toMatch(/[lIO01o]/)
    }),
  )
  let seed = 7
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  for (let made = 0; made < 200; made++) expect(isPasswordStrongEnough(generatedPassword(random))).toBe(true)
})

const anyQuestion = fc.record({
  type: fc.constantFrom('text', 'email', 'password', 'socials', 'ask', 'date', 'image'),
  required: fc.boolean(),
  userStatus: fc.option(fc.constantFrom(20, 30, 40), { nil: undefined }),
  withGeneratedPassword: fc.boolean(),
})
/** What the person does at a question: a wrong try, an answer, a skip, or a reload. */
const anyMove = fc.constantFrom('wrong', 'answer', 'skip', 'reload')

test('whatever a brand asks, the chat ends, and no answer is asked for again or lost [ONB-01, ONB-03]', () => {
  const order = fc.array(anyQuestion, { maxLength: 12 })
  fc.assert(
    fc.property(order, fc.array(anyMove, { maxLength: 60 }), (kinds, moves) => {
      const texts = ['firstName', 'lastName', 'city']
      const questions = kinds.map((kind, index) =>
        question(kind.type === 'text' ? (texts.shift() ?? `q${index}`) : `q${index}`, kind.type, kind as object),
      )
      let facts = nobody
      let done = new Set<string>()
      const written = new Map<string, string>()
      const moveAt = (step: number) => moves[step] ?? 'answer'
      const most = moves.length + questions.length
      let step = 0
      for (let next = openQuestion(questions, facts, done); next; next = openQuestion(questions, facts, done), step++) {
        expect(step).toBeLessThanOrEqual(most)
        const move = moveAt(step)
        if (move === 'reload') {
          // What the device has stored of the chat may be gone; what the account has is not.
          done = new Set([...done].filter(name => questions.some(one => one.name === name && one.type === 'ask')))
          continue
        }
        if (move === 'wrong' && right[next.type] !== undefined) {
          expect(judgeAnswer(next, '', judging).isRight).toBe(false)
          continue
        }
        if (move !== 'skip' || !isSkippable(next)) {
          const judged = judgeAnswer(next, right[next.type] ?? '', judging)
          if (!judged.isRight) throw new Error('A right answer was refused')
          expect(written.has(next.name) && next.type !== 'socials' && isTextField(next.name)).toBe(false)
          written.set(next.name, judged.value)
          facts = after(facts, next, judged.value)
        }
        const status = statusAfter(next, facts.status)
        expect(status === undefined || status > facts.status).toBe(true)
        facts = { ...facts, status: status ?? facts.status }
        done.add(next.name)
      }
      for (const [name, value] of written) if (isTextField(name)) expect(facts[name]).toBe(value)
      for (const { required, name, type } of questions)
        if (required && type === 'text' && isTextField(name)) expect(facts[name]).not.toBe('')
    }),
  )
})

test('what was chosen is told beside what was asked, as long as the school still asks and offers it [ONB-01]', () => {
  const asked = (name: string, ...values: string[]) =>
    question(name, 'choice', { message: `${name}?`, options: values.map(value => ({ value, text: `${value}!` })) })
  const questions = [question('firstName', 'text'), asked('goal', 'health', 'work'), asked('level', 'beginner')]
  const chosen = [
    { name: 'level', value: 'beginner' },
    { name: 'gone', value: 'away' },
    { name: 'goal', value: 'work' },
  ]
  expect(answersInWords(questions, chosen)).toEqual([
    { question: 'goal?', answer: 'work!' },
    { question: 'level?', answer: 'beginner!' },
  ])
  expect(answersInWords(questions, [{ name: 'goal', value: 'fame' }])).toEqual([])
  expect(answersInWords(questions, [])).toEqual([])
})
