import { useEffect, useRef, useState } from 'react'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { SelfiePart } from '#kit/features/media/selfie/SelfiePart.tsx'
import { browserUploads } from '#kit/features/media/uploads/browser-uploads.ts'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { letGoUpload, useUpload } from '#kit/features/media/uploads/uploading.ts'
import { useDraft } from '#kit/form/draft.ts'
import { useOutbox } from '#kit/outbox/outbox.ts'
import { useOnline } from '#kit/request/use-online.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { Course, Day } from '#shared/features/courses/forms.ts'
import type { Video } from '#shared/features/media/forms.ts'
import type { PlaybackItem } from '#shared/features/progress/playback.ts'
import { selfieRefusal } from '#shared/features/progress/rules.ts'
import type { DayStatus, StreamStatusRecord, UserStream } from '#shared/features/streams/forms.ts'
import { person, track } from '#web/platform/analytics.ts'
import { LateSlot } from '#web/platform/LateSlot.tsx'
import styles from './DayScreen.module.css'
import { useDayActions, useStatistics } from './data.ts'
import type { DaySet, LessonPlace } from './day-content.ts'
import { DayHomework, FinishDay, NextDay } from './FinishDay.tsx'
import { LessonList, LessonTexts } from './LessonList.tsx'
import { useLessonChoice } from './lesson-choice.ts'
import { LessonPlayer } from './player/LessonPlayer.tsx'
import type { WatchedReport } from './player/lesson-player.ts'
import { usePlaylist, useRepeats } from './playlist.ts'

interface PlayerProps {
  stream: UserStream
  day: Day
  dayStatus: DayStatus['status']
  lessonStatuses: StreamStatusRecord['lessons']
  sets: readonly DaySet[]
  items: readonly PlaybackItem<Video>[]
  start: { key: string; isPlayed: boolean } | undefined
  onPlaying: (lessonSetLessonId: number) => void
}

function timingOfBrand() {
  const { saveTimeout, minViewed, minViewedEnded } = site().config.statistic
  return { saveTimeoutMs: saveTimeout, minViewedMs: minViewed, minViewedEndedMs: minViewedEnded }
}

/** Plays the day's videos from where the learner stopped and reports what is watched. */
function DayPlayer({ stream, day, dayStatus, lessonStatuses, sets, items, start, onPlaying }: PlayerProps) {
  const report = useStatistics()
  // Read once: during this visit the player itself keeps the positions.
  const [resume] = useState(() => new Map([...lessonStatuses].map(([id, status]) => [id, status.positionSeconds])))
  const lessons = new Map(sets.flatMap(({ places }) => places.map(({ lesson }) => [lesson.id, lesson] as const)))
  const handleWatched = ({ lessonSetLessonId, viewedMs, ...watched }: WatchedReport) =>
    report({
      dayId: day.id,
      streamId: stream.id,
      lessonId: lessonSetLessonId,
      viewedSeconds: Math.floor(viewedMs / 1000),
      dayStatus,
      dayStatusId: day.dayStatusId,
      ...watched,
    })
  return (
    <LessonPlayer
      items={items}
      start={start}
      resume={resume}
      lessonOf={item => lessons.get(item.lessonId)}
      isDayEnded={dayStatus === 'finished'}
      isActing={person.read()?.isActing ?? false}
      timing={timingOfBrand()}
      onWatched={handleWatched}
      onItemChange={item => onPlaying(item.lessonSetLessonId)}
      onMilestone={(name, item, percent) =>
        track({ name, percent, lessonId: item.lessonId, dayId: day.id, streamId: stream.id })
      }
    />
  )
}

/** The start button is gone once the day is started, so the focus moves to what replaced it. */
function useFocusWhenStarted(isStarted: boolean) {
  const work = useRef<HTMLDivElement>(null)
  const wasStarted = useRef(isStarted)
  useEffect(() => {
    if (isStarted && !wasStarted.current) work.current?.focus()
    wasStarted.current = isStarted
  }, [isStarted])
  return work
}

interface Props {
  stream: UserStream
  status: StreamStatusRecord
  course: Course
  day: Day
  state: DayStatus
  next: Day | undefined
  sets: readonly DaySet[]
}

/** An open day: a list of its lessons before it is started; then the player, texts, homework and the finish button. */
export function DayWork({ stream, status, course, day, state, next, sets }: Props) {
  const t = useCopy()
  const [repeats, chooseRepeats] = useRepeats(stream.id)
  const [playing, setPlaying] = useState<number>()
  const items = usePlaylist(sets, repeats, stream.lessonSetRepeat)
  const actions = useDayActions(stream.id, course, day)
  const isOnline = useOnline()
  const { waiting } = useOutbox()
  const isStarted = state.status !== 'none'
  const work = useFocusWhenStarted(isStarted)
  const { start, first, play } = useLessonChoice({
    streamId: stream.id,
    dayNumber: day.dayNumber,
    sets,
    items,
    lessonStatuses: status.lessons,
    isStarted,
    startDay: day.isSelfieRequired ? undefined : async () => (await actions.start()).kind !== 'refused',
  })
  const handlePlay = (lessonSetLessonId: number) => {
    play(lessonSetLessonId)
    // On a phone the list is below the player, which may be out of sight.
    if (work.current && work.current.getBoundingClientRect().top < 0) work.current.scrollIntoView({ block: 'start' })
  }
  const ofDay = { courseId: course.id, dayIds: [day.id] }
  const list = (
    <LessonList
      sets={sets}
      statuses={status.lessons}
      repeats={repeats}
      streamRepeat={stream.lessonSetRepeat}
      onRepeats={chooseRepeats}
      playing={isStarted ? (playing ?? first?.lessonSetLessonId) : undefined}
      isStarted={isStarted}
      onPlay={isStarted || !day.isSelfieRequired ? handlePlay : undefined}
      stream={stream}
      course={course}
    />
  )
  if (!isStarted) {
    return (
      <>
        <StartDay streamId={stream.id} day={day} lessons={sets.flatMap(({ places }) => places)} actions={actions} />
        <LateSlot name="banners" place="day beforeLessons" {...ofDay} />
        {list}
      </>
    )
  }
  return (
    <>
      <div className={styles.watching}>
        <div className={styles.film}>
          <div ref={work} tabIndex={-1} aria-label={t('progress.started')} role="group" style={{ outline: 'none' }}>
            <DayPlayer
              stream={stream}
              day={day}
              dayStatus={state.status}
              lessonStatuses={status.lessons}
              sets={sets}
              items={items}
              start={start}
              onPlaying={setPlaying}
            />
          </div>
          <LateSlot name="banners" place="day afterVideo" {...ofDay} />
        </div>
        <div className={styles.film}>
          <LateSlot name="banners" place="day beforeLessons" {...ofDay} />
          {list}
        </div>
      </div>
      <LessonTexts sets={sets} />
      <DayHomework day={day} stream={stream} status={status} />
      {!isOnline && waiting > 0 && (
        <Notice icon="wifi-off" live title={t('progress.waiting')}>
          {t('progress.waiting.text')}
        </Notice>
      )}
      <FinishDay
        streamId={stream.id}
        day={day}
        next={next}
        isFinished={state.status === 'finished'}
        status={status}
        actions={actions}
      />
      {next && state.status === 'finished' && (
        <NextDay streamId={stream.id} day={next} state={status.days.get(next.id)} />
      )}
    </>
  )
}

interface StartProps {
  streamId: number
  day: Day
  lessons: readonly LessonPlace[]
  actions: ReturnType<typeof useDayActions>
}

/** What a day that is not started shows above its lessons. */
function StartDay({ streamId, day, lessons, actions }: StartProps) {
  const t = useCopy()
  const picture = lessons.map(({ lesson }) => lesson.imageUrl ?? lesson.localVideoFile?.preview).find(Boolean)
  return (
    <Card flush tone="accent" className={styles.start}>
      {picture && <img className={styles.startPicture} src={picture} alt="" />}
      <div className={styles.startBody}>
        <p className={styles.invitation}>{t('progress.start.text', { count: lessons.length })}</p>
        {day.isSelfieRequired ? (
          <StartWithSelfie streamId={streamId} day={day} actions={actions} />
        ) : (
          <StartButton actions={actions} onPress={() => void actions.start()} />
        )}
      </div>
    </Card>
  )
}

function StartButton({ actions, onPress }: Pick<StartProps, 'actions'> & { onPress: () => void }) {
  const t = useCopy()
  return (
    <Button icon="play" busy={actions.busy === 'started'} onClick={onPress}>
      {t('progress.start')}
    </Button>
  )
}

const refusalTexts = {
  selfie_required: 'media.selfie.required',
  selfie_uploading: 'media.upload.photo',
  selfie_unusable: 'media.selfie.failed',
} satisfies Record<string, CopyKey>

/** Why the day cannot be started with this photo yet; the camera makes nothing but pictures. */
const refusalOf = (day: Day, upload: UploadView | undefined) =>
  selfieRefusal(day, upload && { isPicture: true, status: upload.state })

const read = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

/** The upload of the selfie; it survives a reload until the day is started with it. */
function useSelfie(subject: string) {
  const kept = useDraft({ subject, place: 'device', read, isEmpty: id => id === undefined })
  const upload = useUpload(kept.value ?? '')
  const { change } = kept
  useEffect(() => {
    const removeLost = () => change(id => (id !== undefined && browserUploads.view(id) ? id : undefined))
    browserUploads.load().then(removeLost, () => {})
  }, [change])
  return { ...kept, upload }
}

/** Starts a day that asks for a selfie: the photo first, then the button. */
function StartWithSelfie({ streamId, day, actions }: Pick<StartProps, 'streamId' | 'day' | 'actions'>) {
  const t = useCopy()
  const { value: selfie, change, forget, upload } = useSelfie(`selfie ${streamId} ${day.id}`)
  const [wasTried, setTried] = useState(false)
  const refusal = wasTried ? refusalOf(day, upload) : undefined
  const handleStart = async () => {
    setTried(true)
    if (!upload || refusalOf(day, upload)) return
    if ((await actions.start(upload.mediaId)).kind === 'refused') return
    forget()
    void letGoUpload(upload.id)
  }
  const handleChange = (taken: string | undefined) => {
    setTried(false)
    change(taken)
  }
  return (
    <>
      <SelfiePart
        selfie={selfie}
        text={t('progress.selfie.text')}
        error={refusal && t(refusalTexts[refusal])}
        onChange={handleChange}
      />
      <StartButton actions={actions} onPress={() => void handleStart()} />
    </>
  )
}
