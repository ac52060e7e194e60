import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { PasswordField } from '#kit/ui/PasswordField.tsx'
import { TextField } from '#kit/ui/TextField.tsx'
import { withDots } from '#shared/features/profile/birthday.ts'
import type { OnboardingQuestion } from '#shared/features/onboarding/rules.ts'
import type { AnswerProps } from './Answer.tsx'
import styles from './Onboarding.module.css'
import { SkipButton } from './SkipButton.tsx'

const fields: Partial<Record<OnboardingQuestion['type'], ComponentProps<'input'>>> = {
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none', spellCheck: false },
  date: { inputMode: 'numeric', autoComplete: 'bday' },
}
const named: Record<string, ComponentProps<'input'>> = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  city: { autoComplete: 'address-level2' },
}

/** A name, an e-mail, a password or a date, typed. What was wrong stays in the field, to be put right. */
export function TypedAnswer({ chat, question }: AnswerProps) {
  const t = useCopy()
  const [text, setText] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const { type, name, message } = question
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim()) chat.answer(text)
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
      ) : (
        <TextField
          {...shared}
          {...fields[type]}
          {...named[name]}
          label={t(`onboarding.answer.${type === 'email' || type === 'date' ? type : 'text'}`)}
          placeholder={type === 'date' ? t('onboarding.date') : undefined}
          onChange={event => setText(type === 'date' ? withDots(event.target.value) : event.target.value)}
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
