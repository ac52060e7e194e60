import { Link, useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { Card, cardTarget } from '#kit/ui/states/Card.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { useCourses } from '#web/features/courses/data.ts'
import { useStreams } from '#web/features/streams/data.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { ask, askAutomatically, useTopics } from './data.ts'
import styles from './Support.module.css'
import { useState } from 'react'
import { site } from '#kit/features/brands/site.ts'
import { useTextDraft } from '#kit/form/draft.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextArea } from '#kit/ui/fields/TextArea.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { situationOf } from '#shared/features/support/auto-questions.ts'
import type { SupportCategoryWire } from '#shared/features/support/contract.ts'
import { questionLimit, trimmedQuestion } from '#shared/features/support/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { questionErrors } from './question-errors.ts'

type Props = { categoryId: number; streamId?: number }

/** `/support/:categoryId` and `/support/:categoryId/:streamId`: choose a course if the topic needs one, then the form. */
export function SupportTopicScreen({ categoryId, streamId }: Props) {
  const t = useCopy()
  const topics = useTopics()
  const streams = useStreams()
  const courses = useCourses()
  const topic = topics.data?.find(({ id }) => id === categoryId)
  const needsCourse = topic?.target_product === 1
  const error = topics.error ?? (needsCourse ? streams.error : null)
  const isRead = topics.data && (!needsCourse || streams.data)
  if (error && !isRead)
    return (
      <LoadFailure
        isPage
        title={t('support.topics.error')}
        busy={topics.isFetching || streams.isFetching}
        onRetry={() => void Promise.all([topics.refetch(), streams.refetch()])}
      />
    )
  if (!isRead) return <Loading />
  const other = <LinkButton href={pathTo('support')}>{t('support.topic.choose')}</LinkButton>
  if (!topic) return <EmptyState isPage icon="support" title={t('support.topic.missing')} action={other} />
  if (!needsCourse) return <QuestionForm topic={topic} />
  const titleOf = (courseId: number) => courses.data?.get(courseId)?.title ?? ''
  const own = streams.data ?? []
  if (streamId !== undefined) {
    const stream = own.find(({ id }) => id === streamId)
    if (stream) return <QuestionForm topic={topic} stream={{ id: stream.id, title: titleOf(stream.courseId) }} />
    return <EmptyState isPage icon="book" title={t('support.course.missing')} action={other} />
  }
  if (own.length === 0)
    return (
      <EmptyState
        isPage
        icon="book"
        title={t('support.course.none')}
        text={t('support.course.none.text')}
        action={other}
      />
    )
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <p className={styles.muted}>{topic.name}</p>
        <h1>{t('support.course')}</h1>
      </header>
      <ul className={styles.list}>
        {own.map(({ id, courseId }) => (
          <Card as="li" interactive key={id} className={styles.choice}>
            <Link href={pathTo('supportCourse', { categoryId, streamId: id })} className={cardTarget}>
              {titleOf(courseId)}
            </Link>
            <Icon name="chevron-right" />
          </Card>
        ))}
      </ul>
    </div>
  )
}

function Loading() {
  const t = useCopy()
  return (
    <div className={styles.screen} aria-busy>
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <Skeleton shape="title" />
      <Skeleton shape="box" height="12rem" />
    </div>
  )
}

type QuestionProps = { topic: SupportCategoryWire; stream?: { id: number; title: string } }

/** The form of a signed-in learner; a question sent offline waits on the device. */
function QuestionForm({ topic, stream }: QuestionProps) {
  const t = useCopy()
  const form = useQuestion(topic.id, stream?.id)
  const situation = situationOf(topic.id, site().config.supportCategories)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{topic.name}</h1>
        {stream && <p className={styles.muted}>{t('support.about', { title: stream.title })}</p>}
      </header>
      <form ref={form.form} className={styles.form} onSubmit={form.handleSubmit} noValidate>
        <TextField
          required
          label={t('support.name')}
          name="name"
          autoComplete="given-name"
          value={form.name}
          error={form.errorOf('name')}
          onChange={event => form.setName(event.target.value)}
        />
        <TextArea
          required
          label={t('support.message')}
          name="message"
          rows={5}
          maxLength={questionLimit}
          value={form.message.text}
          error={form.errorOf('message')}
          onChange={event => form.message.change(event.target.value)}
        />
        <FailureNotice failure={form.failure} />
        <Button type="submit" icon="send" busy={form.isBusy} disabled={!form.message.text.trim()}>
          {t('support.send')}
        </Button>
      </form>
      {situation && (
        <div className={styles.auto}>
          <p className={styles.muted}>{t('support.auto')}</p>
          <Button look="secondary" busy={form.isBusy} onClick={form.handleAuto}>
            {t(situation === 'homework' ? 'support.auto.homework' : 'support.auto.renew')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Puts the question into the outbox, then leads to the list of requests. */
function useQuestion(categoryId: number, streamId: number | undefined) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const known = useUser()?.firstName ?? ''
  const [typed, setName] = useState<string>()
  const name = typed ?? known
  const message = useTextDraft(`support.${categoryId}.${streamId ?? 0}`)
  const question = trimmedQuestion({ name, message: message.text })
  const about = { categoryId, streamId, name: question.name }

  const submission = useSubmit<[isAutomatic?: boolean]>({
    check(isAutomatic) {
      const { name: nameErrors, ...others } = questionErrors(question, t)
      // An automatic question has its own text.
      return { ...(nameErrors && { name: nameErrors }), ...(!isAutomatic && others) }
    },
    async send(isAutomatic) {
      await (isAutomatic ? askAutomatically(about) : ask(about, question.message))
      message.forget()
      navigate(pathTo('support'))
    },
    failed: t('support.error'),
  })
  return { name, setName, message, ...submission, handleAuto: () => void submission.run(true) }
}
