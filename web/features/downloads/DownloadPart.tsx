import { useEffect, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useOnline } from '#kit/request/use-online.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { ProgressBar } from '#kit/ui/marks/Progress.tsx'
import type { Course, Day, Lesson } from '#shared/features/courses/forms.ts'
import { isOfflineAllowed } from '#shared/features/streams/choice-rules.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { pauseDownload, removeDownload, resumeDownload, retryDownload } from './actions.ts'
import { openChoice } from './ChooseDownload.tsx'
import styles from './Downloads.module.css'
import { canDownload, followDevice, useDevice } from './on-device.ts'
import { type Loading, progressOf } from './progress-of.ts'
import { includes, isOf, isWhole, type Target, wordOf } from './requests.ts'
import { stateWords } from './state-words.ts'

type Props = {
  stream: Pick<UserStream, 'id' | 'isDemo' | 'courseFullAccess'>
  course: Pick<Course, 'title' | 'isDemoOfflineModeAccessible'>
  /** Only this day of the course. */
  day?: Pick<Day, 'id' | 'title' | 'dayNumber'>
  /** Only this lesson. */
  lesson?: Pick<Lesson, 'id' | 'title'>
  /** Among other rows: an icon alone where nothing is on its way. */
  isSmall?: boolean
}

declare module '#kit/shell/slots.ts' {
  interface Slots {
    /** Takes a course, a day or a lesson along, and shows how far that is; where it may be. */
    download: Props
  }
}

function useLoading({ streamId, dayId, lessonId }: Target): Loading | undefined {
  const { files, requests } = useDevice()
  if (!files) return undefined
  const target = { streamId, ...(dayId !== undefined && { dayId }), ...(lessonId !== undefined && { lessonId }) }
  const own = files.filter(file => isOf(file, target))
  const ownDays = own.flatMap(({ dayIds }) => dayIds)
  if (!requests.some(one => includes(one, target, ownDays))) return progressOf([])
  const known = progressOf(own)
  // What was asked for itself may have no files until the school has named them.
  const isAsked = requests.some(one => wordOf(one) === wordOf(target) && (one.isOpen || isWhole(one)))
  return known.state === 'none' && isAsked ? { ...known, state: 'pending' } : known
}

/** The button of a course, day or lesson that downloads it, and from then on its state with what can be done about it. */
export function DownloadPart({ stream, course, day, lesson, isSmall }: Props) {
  const t = useCopy()
  const target = { streamId: stream.id, ...(day && { dayId: day.id }), ...(lesson && { lessonId: lesson.id }) }
  const dayTitle = day && (day.title || t('downloads.day', { number: day.dayNumber }))
  const title = lesson?.title ?? dayTitle ?? course.title
  const loading = useLoading(target)
  const isOnline = useOnline()
  useEffect(() => {
    if (canDownload()) followDevice()
  }, [])
  if (!canDownload() || !loading || !isOfflineAllowed(stream, course)) return null
  if (loading.state !== 'none')
    return <Known title={title} target={target} loading={loading} isSmall={isSmall ?? false} />
  if (!isOnline) return null
  const press = () => void openChoice(target, title)
  if (isSmall) return <IconButton icon="download" label={t('downloads.start.of', { title })} onClick={press} />
  return (
    <Button look="secondary" icon="download" onClick={press}>
      {t('downloads.start')}
    </Button>
  )
}

type KnownProps = { title: string; target: Target; loading: Loading; isSmall: boolean }

function Known({ title, target, loading, isSmall }: KnownProps) {
  const t = useCopy()
  const { state, done, bytes } = loading
  const words = stateWords(t, loading)
  const isUnder = state === 'loading' || state === 'pending' || state === 'paused'
  return (
    <div
      className={styles.part}
      data-small={isSmall || undefined}
      data-state={state}
      role="group"
      aria-label={t('downloads.of', { title })}
    >
      <p className={styles.words} role="status">
        {words}
      </p>
      <PartActions target={target} title={title} state={state} />
      {isUnder && bytes > 0 && (
        <div className={styles.bar}>
          <ProgressBar percent={(100 * done) / bytes} label={t('downloads.of', { title })} valueText={words} />
        </div>
      )}
    </div>
  )
}

function PartActions({ target, title, state }: { target: Target; title: string; state: Loading['state'] }) {
  const t = useCopy()
  const [isBusy, setBusy] = useState(false)
  const act = (work: () => Promise<unknown>) => async () => {
    if (isBusy) return
    setBusy(true)
    await work().finally(() => setBusy(false))
  }
  const remove = act(async () => {
    const question = { title: t('downloads.remove.ask', { title }), text: t('downloads.remove.text'), danger: true }
    if (state !== 'loaded' || (await confirm({ ...question, yes: t('downloads.remove') }))) await removeDownload(target)
  })
  const isUnder = state === 'loading' || state === 'pending'
  return (
    <div className={styles.actions}>
      {isUnder && (
        <IconButton
          icon="pause"
          label={t('downloads.pause.of', { title })}
          onClick={() => void act(() => pauseDownload(target))()}
        />
      )}
      {state === 'paused' && (
        <IconButton
          icon="play"
          label={t('downloads.resume.of', { title })}
          onClick={() => void act(() => resumeDownload(target))()}
        />
      )}
      {state === 'fail' && (
        <IconButton
          icon="refresh"
          label={t('downloads.again.of', { title })}
          onClick={() => void act(() => retryDownload(target))()}
        />
      )}
      <IconButton
        icon="close"
        label={t(state === 'loaded' ? 'downloads.remove.of' : 'downloads.cancel.of', { title })}
        onClick={() => void remove()}
      />
    </div>
  )
}
