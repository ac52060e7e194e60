import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { useOnline } from '#kit/request/use-online.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import type { Subtitles as Track } from '#shared/features/media/forms.ts'
import { PlayerIcon, type PlayerIconName } from './ControlButton.tsx'
import { useIsEnded, useIsPaused, useIsStalled } from './media-state.ts'
import type { Playback, PlaybackProblem } from './playback.ts'
import styles from './Player.module.css'
import { PlayerVideo } from './PlayerVideo.tsx'

interface PictureProps {
  playback: Playback
  title: string
  poster: string | undefined
  subtitles: readonly Track[]
  /** Language of the subtitles to show; null is off. */
  language: string | null
  /** A new key means a new video. */
  sourceKey: string
  /** Covers the picture and must be answered first. */
  cover?: ReactNode
  onTap: (event: MouseEvent) => void
  onDoubleTap: () => void
}

/** The picture with what lies over it: subtitles, the big play button, waiting, errors and the cover. */
export function Picture(props: PictureProps) {
  const t = useCopy()
  const { playback, title, subtitles, cover } = props
  const { video } = playback
  const isPaused = useIsPaused(video)
  const isEnded = useIsEnded(video)
  const isStalled = useIsStalled(video)
  const isOnline = useOnline()
  const isWaiting = isStalled || playback.isStarting
  const problem = playback.problem ?? (isWaiting && !isOnline ? 'offline' : undefined)
  return (
    <>
      <PlayerVideo
        playback={playback}
        className={styles.video}
        poster={props.poster}
        preload="none"
        aria-label={title}
        onClick={props.onTap}
        onDoubleClick={props.onDoubleTap}
      >
        <SubtitleTracks subtitles={subtitles} />
      </PlayerVideo>
      <Subtitles video={video} language={props.language} sourceKey={props.sourceKey} />
      {isPaused && !isWaiting && !problem && !cover && (
        <button
          type="button"
          className={styles.big}
          onClick={playback.play}
          aria-label={t(isEnded ? 'media.replay' : 'media.play')}
        >
          <PlayerIcon name={isEnded ? 'replay' : 'play'} />
        </button>
      )}
      {isWaiting && !problem && <span className={styles.spinner} role="status" aria-label={t('media.buffering')} />}
      {problem && <PlayerNotice problem={problem} onRetry={playback.retry} />}
      {cover}
    </>
  )
}

/** Says why the video does not play; the page around it stays usable. */
function PlayerNotice({ problem, onRetry }: { problem: PlaybackProblem; onRetry: () => void }) {
  const t = useCopy()
  const isOffline = problem === 'offline'
  return (
    <Cover
      role="alert"
      icon={isOffline ? 'offline' : 'alert'}
      title={t(isOffline ? 'media.offline' : 'media.error')}
      hint={t(isOffline ? 'media.offline.hint' : 'media.error.hint')}
    >
      <Button look="secondary" onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </Cover>
  )
}

interface CoverProps extends Omit<ComponentProps<'div'>, 'title'> {
  icon?: PlayerIconName
  title: string
  /** The id of the title, where it names the cover. */
  titleId?: string
  hint: string
}

/** A message with its actions, over the whole picture. */
export function Cover({ icon, title, titleId, hint, children, ...rest }: CoverProps) {
  const Title = titleId ? 'h3' : 'p'
  return (
    <div {...rest} className={styles.cover}>
      {icon && <PlayerIcon name={icon} />}
      <Title id={titleId} className={styles.title}>
        {title}
      </Title>
      <p className={styles.hint}>{hint}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

interface Props {
  video: HTMLVideoElement | null
  /** A language code; null is off. */
  language: string | null
  sourceKey: string
}

/** The tracks of a video, downloaded only once they are chosen; one that is broken just shows nothing. */
function SubtitleTracks({ subtitles }: { subtitles: readonly Track[] }) {
  return subtitles.map(({ languageCode, label, url }) => (
    <track key={url} id={`subtitles-${languageCode}`} kind="subtitles" srcLang={languageCode} label={label} src={url} />
  ))
}

function showCues(place: HTMLElement, track: TextTrack) {
  const cues = Array.from(track.activeCues ?? []).filter(cue => cue instanceof VTTCue)
  place.replaceChildren(
    ...cues.map(cue => {
      const line = document.createElement('p')
      line.lang = track.language
      line.append(cue.getCueAsHTML())
      return line
    }),
  )
}

/** The chosen subtitles, drawn above the controls; the browser would draw them underneath. */
function Subtitles({ video, language, sourceKey }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!video || !sourceKey) return
    const controller = new AbortController()
    const { signal } = controller
    const tracks = Array.from(video.textTracks)
    const chosen = language === null ? undefined : tracks.find(track => track.id === `subtitles-${language}`)
    const isOutside = () => document.pictureInPictureElement === video
    const apply = () => {
      // In a picture-in-picture window only the browser can draw them.
      for (const track of tracks) track.mode = track === chosen ? (isOutside() ? 'showing' : 'hidden') : 'disabled'
      if (place.current && chosen && !isOutside()) showCues(place.current, chosen)
      else place.current?.replaceChildren()
    }
    apply()
    chosen?.addEventListener('cuechange', apply, { signal })
    for (const event of ['enterpictureinpicture', 'leavepictureinpicture'])
      video.addEventListener(event, apply, { signal })
    return () => controller.abort()
  }, [video, language, sourceKey])
  return <div ref={place} className={styles.cues} />
}
