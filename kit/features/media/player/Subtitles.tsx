import { useEffect, useRef } from 'react'
import type { Subtitles as Track } from '#shared/features/media/forms.ts'
import styles from './Player.module.css'

interface Props {
  video: HTMLVideoElement | null
  /** A language code; null is off. */
  language: string | null
  sourceKey: string
}

/** The tracks of a video, downloaded only once they are chosen; one that is broken just shows nothing. */
export function SubtitleTracks({ subtitles }: { subtitles: readonly Track[] }) {
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
export function Subtitles({ video, language, sourceKey }: Props) {
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
