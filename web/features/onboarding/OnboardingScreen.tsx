import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Redirect } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/Button.tsx'
import { Notice } from '#kit/ui/Notice.tsx'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { returnTarget } from '#shared/features/accounts/rules.ts'
import { userQuery } from '#web/features/accounts/data.ts'
import { takeReturnUrl } from '#web/features/accounts/session.ts'
import { Answer, type Others } from './Answer.tsx'
import { Bubbles } from './Bubbles.tsx'
import styles from './Onboarding.module.css'
import { useOnboarding } from './use-onboarding.ts'

/** How long the school seems to write, in ms. */
const typing = 600

/** `/registration`: the school asks who somebody is, as a chat. */
export function OnboardingScreen(others: Others) {
  const { data } = useQuery({ ...userQuery(), enabled: false })
  return data && <Chat key={data.id} user={data} others={others} />
}

function wayOn(): string {
  const wished = new URLSearchParams(location.search).get('returnUrl') ?? takeReturnUrl()
  const target = returnTarget(wished, { origin: location.origin, trustedOrigins: [] })
  return target?.kind === 'inside' ? target.path : site().config.homePage
}

function Chat({ user, others }: { user: UserWire; others: Others }) {
  const t = useCopy()
  const chat = useOnboarding(user)
  const { isNeeded, said, say, question, state, retry, end } = chat
  const isOver = !isNeeded || question === undefined
  const [target] = useState(wayOn)
  const isTyping = useQuestionSaid(question?.name, question?.message, text => say('school', text))
  useEffect(() => {
    if (isOver) end()
  })
  if (isOver) return <Redirect to={target} replace />
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{t('onboarding.title', { name: site().site.domain.name })}</h1>
      <Bubbles said={said} isTyping={isTyping || state === 'busy'} />
      {state === 'failed' && (
        <Notice
          live
          tone="warn"
          icon="wifi-off"
          title={t('onboarding.failed')}
          action={
            <Button look="secondary" icon="refresh" onClick={retry}>
              {t('ui.retry')}
            </Button>
          }
        >
          {t('onboarding.failed.text')}
        </Notice>
      )}
      {!isTyping && <Answer key={question.name} chat={chat} question={question} {...others} />}
    </div>
  )
}

/** Lets the school write each question once, after a moment; at once where motion is unwelcome. */
function useQuestionSaid(name: string | undefined, message: string | undefined, say: (text: string) => void): boolean {
  const [saidName, setSaidName] = useState<string>()
  const latest = useRef(say)
  useEffect(() => {
    latest.current = say
  })
  useEffect(() => {
    if (name === undefined || message === undefined) return undefined
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(
      () => {
        latest.current(message)
        setSaidName(name)
      },
      isCalm ? 0 : typing,
    )
    return () => clearTimeout(timer)
  }, [name, message])
  return name !== undefined && saidName !== name
}
