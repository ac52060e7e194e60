import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Redirect } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import type { UserWire } from '#shared/features/accounts/contract.ts'
import { returnTarget } from '#shared/features/accounts/rules.ts'
import { userQuery } from '#web/features/accounts/data.ts'
import { takeReturnUrl } from '#web/features/accounts/session.ts'
import { opener } from '#web/platform/openers.ts'
import { Answer } from './Answer.tsx'
import styles from './Onboarding.module.css'
import { type ChatEntry, useOnboarding } from './use-onboarding.ts'

/** How long the school seems to be typing, in ms. */
const typing = 600

/** `/registration`: a chat in which the school asks the learner about themselves. */
export function OnboardingScreen() {
  const { data } = useQuery({ ...userQuery(), enabled: false })
  // Loaded ahead: browsers ask only straight after a press.
  const [reminder] = useState(() => opener('dailyReminder')())
  const remind = async (time: string, key: string) => (await reminder)(time, key)
  return data && <Chat key={data.id} user={data} remind={remind} />
}

function nextPath(): string {
  const wished = new URLSearchParams(location.search).get('returnUrl') ?? takeReturnUrl()
  const target = returnTarget(wished, { origin: location.origin, trustedOrigins: [] })
  return target?.kind === 'inside' ? target.path : site().config.homePage
}

function Chat({ user, remind }: { user: UserWire } & Pick<ComponentProps<typeof Answer>, 'remind'>) {
  const t = useCopy()
  const chat = useOnboarding(user)
  const { isNeeded, said, say, question, state, retry, end } = chat
  const isOver = !isNeeded || question === undefined
  const [target] = useState(nextPath)
  const isTyping = useTypingQuestion(question?.name, question?.message, text => say('school', text))
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
      {!isTyping && <Answer key={question.name} chat={chat} question={question} remind={remind} />}
      <End count={said.length} isTyping={isTyping} />
    </div>
  )
}

/** Keeps the answer's buttons in sight, above the section links, as the chat grows. */
function End({ count, isTyping }: { count: number; isTyping: boolean }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [count, isTyping])
  return <div ref={end} className={styles.end} />
}

/** Says each question once after `typing` ms, or at once with reduced motion. Answers whether one is being typed. */
function useTypingQuestion(
  name: string | undefined,
  message: string | undefined,
  say: (text: string) => void,
): boolean {
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

function Bubbles({ said, isTyping }: { said: readonly ChatEntry[]; isTyping: boolean }) {
  const t = useCopy()
  return (
    <div className={styles.log}>
      <div role="log" aria-label={t('onboarding.log')}>
        <ol className={styles.bubbles}>
          {said.map(one => (
            <li key={one.id} className={styles.bubble} data-own={one.by === 'person' || undefined}>
              <VisuallyHidden>{t(one.by === 'person' ? 'onboarding.you' : 'onboarding.school')} </VisuallyHidden>
              {one.isPassword ? <Password password={one.text} /> : <p dir="auto">{one.text}</p>}
            </li>
          ))}
        </ol>
      </div>
      {isTyping && (
        <p className={styles.typing} aria-hidden>
          <span />
          <span />
          <span />
        </p>
      )}
    </div>
  )
}

/** Async, so that an insecure page, which has no clipboard, rejects. */
async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}

/** The generated password, to be copied. */
function Password({ password }: { password: string }) {
  const t = useCopy()
  const handleCopy = () => {
    writeToClipboard(password).then(
      () => toast(t('onboarding.password.copied'), { tone: 'success' }),
      () => toast(t('onboarding.password.notCopied'), { tone: 'danger' }),
    )
  }
  return (
    <div className={styles.password}>
      <p>{t('onboarding.password.yours')}</p>
      <code>{password}</code>
      <Button look="secondary" onClick={handleCopy}>
        {t('onboarding.password.copy')}
      </Button>
    </div>
  )
}
