import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { callQuery } from '#kit/cache/call-query.ts'
import { site } from '#kit/features/brands/site.ts'
import { newKey } from '#kit/request/new-key.ts'
import { Avatar } from '#kit/ui/marks/Avatar.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { PasswordField } from '#kit/ui/fields/PasswordField.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { isSkippable, type OnboardingQuestion, wishedTime } from '#shared/features/onboarding/rules.ts'
import { AvatarInput, AvatarProblem, useAvatarUpload } from '#kit/features/profile/AvatarField.tsx'
import { keepUserAnswer } from '#web/features/profile/data.ts'
import { useNetworks } from '#web/features/social/data.ts'
import { takeVainReturn } from '#web/features/social/networks.ts'
import { SocialButtons } from '#web/features/social/SocialButtons.tsx'
import type { Openers } from '#web/platform/openers.ts'
import { DateField, dateInWords } from './DateField.tsx'
import styles from './Onboarding.module.css'
import type { Onboarding } from './use-onboarding.ts'

type Remind = Awaited<ReturnType<Openers['dailyReminder']>>
type AnswerProps = { chat: Onboarding; question: OnboardingQuestion }

/** Where the open question is answered. */
export function Answer({ remind, ...props }: AnswerProps & { remind: Remind }) {
  const { type, name } = props.question
  if (type === 'ask') return name === 'push' ? <ReminderAnswer {...props} remind={remind} /> : <AskAnswer {...props} />
  if (type === 'image') return <PhotoAnswer {...props} />
  if (type === 'choice') return <ChoiceAnswer {...props} />
  return type === 'socials' ? <SocialAnswer {...props} /> : <TypedAnswer {...props} />
}

/** A question answered by a button. */
function AskAnswer({ chat, question }: AnswerProps) {
  const t = useCopy()
  const label = question.button ?? t('onboarding.goOn')
  return (
    <div className={styles.buttons}>
      <Button busy={chat.state === 'busy'} disabled={chat.state === 'failed'} onClick={() => chat.pass(label)}>
        {label}
      </Button>
    </div>
  )
}

/** One of the brand's options, each a button. */
function ChoiceAnswer({ chat, question }: AnswerProps) {
  return (
    <div className={styles.answer}>
      <div role="group" aria-label={question.message} className={styles.options}>
        {question.options?.map(({ value, text }) => (
          <Button
            key={value}
            look="secondary"
            disabled={chat.state !== 'idle'}
            onClick={() => chat.answer(value, text)}
          >
            {text}
          </Button>
        ))}
      </div>
      <div className={styles.buttons}>
        <SkipButton chat={chat} question={question} />
      </div>
    </div>
  )
}

/** The time of day that goes with what was chosen before, as far as the school knows it by now. */
function useWishedTime(): string {
  const { data = [] } = useQuery(callQuery('GET /user-answers'))
  return wishedTime(site().config.userInfoChat, data, '19:00')
}

/**
 * Makes a daily reminder at the chosen time and says how it will come. Notifications are asked for in the same press,
 * the only moment at which browsers let us; without them it comes by e-mail.
 */
function ReminderAnswer({ chat, question, remind }: AnswerProps & { remind: Remind }) {
  const t = useCopy()
  const wished = useWishedTime()
  const [own, setTime] = useState<string>()
  const time = own ?? wished
  const [key] = useState(newKey)
  const [isAsking, setAsking] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const handlePress = async () => {
    setFailed(false)
    setAsking(true)
    try {
      const way = await remind(time, key)
      chat.pass(t('onboarding.remind.at', { time }))
      chat.say('school', t(`onboarding.remind.${way}`, { time }))
    } catch (error) {
      console.warn('The reminder could not be made', error)
      setFailed(true)
    } finally {
      setAsking(false)
    }
  }
  const isBusy = isAsking || chat.state === 'busy'
  return (
    <div className={styles.answer}>
      <TextField
        type="time"
        label={t('onboarding.remind.time')}
        hint={t('onboarding.remind.hint')}
        value={time}
        readOnly={isBusy}
        onChange={event => setTime(event.currentTarget.value.slice(0, 5))}
      />
      {hasFailed && (
        <Notice live tone="danger">
          {t('onboarding.push.failed')}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button
          icon="clock"
          busy={isBusy}
          disabled={time === '' || chat.state === 'failed'}
          onClick={() => void handlePress()}
        >
          {question.button ?? t('onboarding.goOn')}
        </Button>
        <Button
          look="ghost"
          disabled={isBusy || chat.state === 'failed'}
          onClick={() => chat.pass(t('onboarding.later'))}
        >
          {t('onboarding.later')}
        </Button>
      </div>
    </div>
  )
}

/** Networks to link; linking returns to this chat. One that is linked already counts as an answer. */
function SocialAnswer({ chat, question }: AnswerProps) {
  const t = useCopy()
  const { data = [] } = useNetworks()
  const linked = data.flatMap(({ source, id }) => (id === null ? [] : [source]))
  const isLinked = linked.length > 0
  const askAgain = () => chat.say('school', question.again ?? t('onboarding.again'))
  const sayVain = useEffectEvent(() => takeVainReturn() && askAgain())
  useEffect(() => void sayVain(), [])
  return (
    <div className={styles.answer}>
      <SocialButtons purpose="link" except={linked} onFailed={askAgain} />
      <div className={styles.buttons}>
        {isLinked ? (
          <Button busy={chat.state === 'busy'} onClick={() => chat.pass(t('onboarding.linked'))}>
            {t('onboarding.goOn')}
          </Button>
        ) : (
          <SkipButton chat={chat} question={question} />
        )}
      </div>
    </div>
  )
}

const fields: Partial<Record<OnboardingQuestion['type'], ComponentProps<'input'>>> = {
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
}
const named: Record<string, ComponentProps<'input'>> = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  city: { autoComplete: 'address-level2' },
}

/** A typed answer. A wrong one stays in the field to be corrected. */
function TypedAnswer({ chat, question }: AnswerProps) {
  const t = useCopy()
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const { type, name, message } = question
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim()) chat.answer(text, type === 'date' ? dateInWords(text, t.language) : text)
  }
  const isBusy = chat.state !== 'idle'
  const shared = {
    name,
    value: text,
    readOnly: isBusy,
    'aria-description': message,
  }
  return (
    <form ref={form} className={styles.answer} onSubmit={handleSubmit} noValidate>
      {type === 'password' ? (
        <PasswordField
          {...shared}
          label={t('onboarding.answer.password')}
          autoComplete="new-password"
          onChange={event => setText(event.target.value)}
        />
      ) : type === 'date' ? (
        <DateField
          label={t('onboarding.answer.date')}
          value={text}
          readOnly={isBusy}
          autoComplete="bday"
          onChange={setText}
        />
      ) : (
        <TextField
          {...shared}
          {...fields[type]}
          {...named[name]}
          label={t(`onboarding.answer.${type === 'email' ? type : 'text'}`)}
          onChange={event => setText(event.target.value)}
        />
      )}
      <div className={styles.buttons}>
        <Button
          type="submit"
          icon="send"
          busy={chat.state === 'busy'}
          disabled={!text.trim() || chat.state === 'failed'}
        >
          {t('onboarding.send')}
        </Button>
        <SkipButton chat={chat} question={question} />
      </div>
    </form>
  )
}

function PhotoAnswer({ chat, question }: AnswerProps) {
  const t = useCopy()
  const input = useRef<HTMLInputElement>(null)
  const avatar = useAvatarUpload(keepUserAnswer, () => chat.pass(t('onboarding.photo.mine')))
  const { upload, isBusy, problem } = avatar
  const told = useRef('')
  useEffect(() => {
    if (problem && told.current !== problem) chat.say('school', question.again ?? t('onboarding.again'))
    told.current = problem
  })
  return (
    <div className={styles.answer}>
      <AvatarInput ref={input} label={t('onboarding.photo')} onChoose={file => void avatar.choose(file)} />
      {upload && !problem && (
        <div className={styles.photo}>
          <Avatar name={t('onboarding.photo.mine')} src={upload.previewUrl} size={72} />
          <ProgressBar percent={upload.progress * 100} label={t('onboarding.photo.progress')} />
        </div>
      )}
      <AvatarProblem avatar={avatar} />
      <div className={styles.buttons}>
        <Button icon="camera" busy={isBusy} disabled={chat.state !== 'idle'} onClick={() => input.current?.click()}>
          {t('onboarding.photo')}
        </Button>
        {!isBusy && <SkipButton chat={chat} question={question} />}
      </div>
    </div>
  )
}

/** Skips an optional question; the brand may name the button. */
function SkipButton({ chat, question }: AnswerProps) {
  const t = useCopy()
  if (!isSkippable(question)) return null
  const label = question.button ?? t('onboarding.later')
  return (
    <Button
      look="ghost"
      disabled={chat.state === 'failed'}
      busy={chat.state === 'busy'}
      onClick={() => chat.pass(label)}
    >
      {label}
    </Button>
  )
}
