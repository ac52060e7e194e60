import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { FirstStepsWire } from '#shared/features/today/contract.ts'
import { useNow } from '#kit/ui/clock.ts'
import { freshSeconds } from '#shared/features/backups/rules.ts'
import { areFirstStepsDone } from '#shared/features/today/rules.ts'
import { useIsMailSet } from '#studio/features/accounts/mail/MailNotice.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { recall, remember } from '#studio/platform/device-memory.ts'
import { backUp, backupsQuery, firstStepsQuery, isUnderWay, sendTestLetter } from './data.ts'
import { useMoments } from '#studio/platform/moments.ts'
import styles from './Today.module.css'

const hiddenName = 'firstSteps.hidden'

/** What a new school has to do, checked by what there is; it can be hidden on this device, and shown again until all is done. */
export function FirstSteps() {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useQuery(firstStepsQuery())
  const [isHidden, setHidden] = useState(() => recall<boolean>(hiddenName) === true)
  if (!data) return error && <ErrorState busy={isFetching} onRetry={() => void refetch()} />
  const isDone = areFirstStepsDone(data)
  const hide = (hidden: boolean) => {
    remember(hiddenName, hidden || undefined)
    setHidden(hidden)
  }
  if (isHidden)
    return (
      <Card as="section">
        <div className={styles.part}>
          <ol className={styles.steps} aria-label={t('today.backup')}>
            <BackupStep />
          </ol>
          {!isDone && (
            <Button look="ghost" onClick={() => hide(false)}>
              {t('today.steps.show')}
            </Button>
          )}
        </div>
      </Card>
    )
  return (
    <Card as="section">
      <div className={styles.part}>
        <h2>{t('today.steps')}</h2>
        <ol className={styles.steps}>
          <LetterStep letter={data.letter} />
          <Step isDone={data.has_course} title={t('today.steps.course')}>
            <StepLink href={pathTo('courses')}>{t('today.steps.course.go')}</StepLink>
          </Step>
          <Step isDone={data.has_cohort} title={t('today.steps.cohort')}>
            <StepLink href={pathTo('cohorts')}>{t('today.steps.cohort.go')}</StepLink>
          </Step>
          <Step isDone={data.has_learner} title={t('today.steps.learner')}>
            <StepLink href={pathTo('cohorts')}>{t('today.steps.cohort.go')}</StepLink>
          </Step>
          <Step isDone={data.has_payment} title={t('today.steps.payment')}>
            <span className={styles.muted}>{t('today.steps.payment.text')}</span>
            <StepLink href={pathTo('payments')}>{t('today.steps.payment.go')}</StepLink>
          </Step>
          <BackupStep />
        </ol>
        <Button look={isDone ? 'secondary' : 'ghost'} onClick={() => hide(true)}>
          {t('today.steps.hide')}
        </Button>
      </div>
    </Card>
  )
}

function StepLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <LinkButton look="secondary" href={href}>
      {children}
    </LinkButton>
  )
}

type StepProps = { isDone: boolean; title: string; stays?: boolean; children: ReactNode }

/** What is to be done for a step goes once it is done, unless it `stays`. */
function Step({ isDone, title, stays = false, children }: StepProps) {
  const t = useCopy()
  return (
    <li className={styles.step}>
      <Icon name={isDone ? 'check' : 'clock'} className={isDone ? styles.done : undefined} />
      <div className={styles.text}>
        <strong>
          {title} <VisuallyHidden>{t(isDone ? 'today.steps.is.done' : 'today.steps.is.open')}</VisuallyHidden>
        </strong>
        {(!isDone || stays) && children}
      </div>
    </li>
  )
}

/** An e-mail to oneself shows that e-mails leave and arrive. */
function LetterStep({ letter }: { letter: FirstStepsWire['letter'] }) {
  const t = useCopy()
  const { email } = useUser()
  const { run, isBusy } = useSubmit({ send: sendTestLetter, failed: t('today.letter.failed'), hasToast: true })
  const isMailSet = useIsMailSet()
  const isSending = isUnderWay(letter, useNow(1000))
  return (
    <Step isDone={letter.opened_at !== null} title={t('today.letter')}>
      {isMailSet === false && <span className={styles.muted}>{t('today.letter.folder')}</span>}
      {letter.problem !== null && (
        <Notice tone="danger" live title={t(`today.letter.problem.${letter.problem}`)}>
          {letter.detail && t('today.letter.detail', { detail: letter.detail })}
        </Notice>
      )}
      {letter.sent_at !== null && (
        <Notice live>
          {isMailSet === false ? t('today.letter.kept') : t('today.letter.sent', { email: email ?? '' })}
        </Notice>
      )}
      <Button look="secondary" icon="send" busy={isBusy || isSending} onClick={() => void run()}>
        {t(letter.asked_at === null ? 'today.letter.send' : 'today.letter.again')}
      </Button>
    </Step>
  )
}

/** Done while a backup of these days is on record; the server makes one every day by itself once it has a folder for them. */
function BackupStep() {
  const t = useCopy()
  const { moment } = useMoments()
  const { data, error, refetch, isFetching } = useQuery(backupsQuery())
  const now = useNow(60_000)
  const { run, isBusy } = useSubmit({ send: backUp, failed: t('today.backup.failed'), hasToast: true })
  if (!data)
    return (
      <li aria-busy={!error}>
        {error ? <ErrorState busy={isFetching} onRetry={() => void refetch()} /> : <Skeleton height="2rem" />}
      </li>
    )
  const { is_daily: isDaily, is_under_way: isBackingUp, succeeded_at: at } = data
  const [latest] = data.backups
  const isFresh = at !== null && now / 1000 - at < freshSeconds
  return (
    <Step isDone={isFresh} stays title={t('today.steps.backup')}>
      {!isDaily && <span className={styles.muted}>{t('today.backup.no_folder')}</span>}
      {at !== null && (
        <span role="status" className={styles.muted}>
          {t('today.backup.last', { at: moment(at * 1000) })}
        </span>
      )}
      {latest?.failure && (
        <Notice tone="danger" live title={t(`today.backup.problem.${latest.failure}`)}>
          {moment(latest.finished_at * 1000)}
        </Notice>
      )}
      <Button look="secondary" busy={isBusy || isBackingUp} onClick={() => void run()}>
        {t('today.backup.now')}
      </Button>
    </Step>
  )
}
