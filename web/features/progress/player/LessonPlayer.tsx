import { useEffect, useId, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Cover } from '#kit/features/media/player/Picture.tsx'
import { Player } from '#kit/features/media/player/Player.tsx'
import { ChoiceGroup } from '#kit/features/media/player/SettingsMenu.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { IconButton } from '#kit/ui/actions/IconButton.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { type Items, type LessonPlayerProps, useLessonPlayer } from './lesson-player.ts'
import { lessonPlace, repeatsOf } from './lesson-videos.ts'
import styles from './LessonPlayer.module.css'

/** Plays a day's playlist; shows nothing when the list is empty. */
export function LessonPlayer({ items, ...props }: LessonPlayerProps) {
  const [first, ...others] = items
  return first ? <PlaylistPlayer {...props} items={[first, ...others]} /> : null
}

function PlaylistPlayer(props: LessonPlayerProps & { items: Items }) {
  const t = useCopy()
  const player = useLessonPlayer(props, props.items)
  const { item, variant, playback, sourceKey, preferences, next, previous, survey } = player
  return (
    <section aria-label={t('player.name', { title: item.title })}>
      <Player
        playback={playback}
        title={item.title}
        artist={item.subtitle}
        poster={variant.video.preview}
        subtitles={variant.video.subtitles}
        sourceKey={sourceKey}
        orientation={variant.videoOrientation}
        preferences={preferences}
        onPreferences={player.changePreferences}
        onRate={player.changeRate}
        next={next}
        previous={previous}
        cover={survey && <SurveyPrompt title={item.title} address={survey} onDone={player.goOn} />}
      />
      <LessonBar player={player} items={props.items} />
    </section>
  )
}

type Parts = { player: ReturnType<typeof useLessonPlayer> }

/** What plays, its place in the day, and the choice among the lesson's videos. */
function LessonBar({ player, items }: Parts & { items: Items }) {
  const t = useCopy()
  const { item, next, previous } = player
  const place = lessonPlace(items, item)
  const repeats = repeatsOf(items, item)
  return (
    <div className={styles.bar}>
      <div className={styles.heading}>
        <p className={styles.place}>
          {place.count > 1 && <span>{t('player.lesson', place)}</span>}
          {repeats > 1 && (
            <span className={styles.repeat}>{t('player.repeat', { repeat: item.repeat, count: repeats })}</span>
          )}
        </p>
        <h2 className={styles.title} aria-live="polite">
          {item.title}
        </h2>
        {item.subtitle && <p className={styles.subtitle}>{item.subtitle}</p>}
      </div>
      {(next || previous) && (
        <div className={styles.steps}>
          <IconButton icon="prev" look="filled" label={t('media.previous')} disabled={!previous} onClick={previous} />
          <IconButton icon="next" look="filled" label={t('media.next')} disabled={!next} onClick={next} />
        </div>
      )}
      <VideoChoices player={player} />
    </div>
  )
}

const orientations = ['vertical', 'horizontal'] as const

function VideoChoices({ player: { types, orientation } }: Parts) {
  const t = useCopy()
  const hasTypes = types.offered.length > 1
  if (!hasTypes && !orientation.canChoose) return null
  return (
    <div className={styles.choices}>
      {hasTypes && (
        <ChoiceGroup
          legend={t('player.type')}
          choices={types.offered.map(type => ({ value: type, label: t(`player.type.${type}`) }))}
          chosen={types.chosen}
          onChoose={types.onChoose}
        />
      )}
      {orientation.canChoose && (
        <ChoiceGroup
          legend={t('player.orientation')}
          choices={orientations.map(value => ({ value, label: t(`player.orientation.${value}`) }))}
          chosen={orientation.chosen}
          onChoose={orientation.onChoose}
        />
      )}
    </div>
  )
}

interface SurveyProps {
  title: string
  address: string
  onDone: () => void
}

/** Offers the lesson's survey form when the lesson is over; the playlist waits for the answer. */
function SurveyPrompt({ title, address, onDone }: SurveyProps) {
  const t = useCopy()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <Cover
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      title={t('player.survey.title')}
      titleId={id}
      hint={t('player.survey.text', { title })}
    >
      <LinkButton href={address} newWindow onClick={onDone}>
        {t('player.survey.open')}
      </LinkButton>
      <Button look="secondary" onClick={onDone}>
        {t('player.survey.next')}
      </Button>
    </Cover>
  )
}
