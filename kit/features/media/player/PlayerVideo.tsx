import type { ComponentProps } from 'react'
import type { Playback } from './playback.ts'

interface Props extends Omit<ComponentProps<'video'>, 'ref' | 'src'> {
  playback: Playback
}

/** The video element of every player; `playback` loads it. */
export function PlayerVideo({ playback, poster, preload, controls, children, ...rest }: Props) {
  const source = { src: playback.eagerUrl, poster, preload, controls }
  return (
    <video ref={playback.setVideo} {...source} {...rest} playsInline>
      {children}
    </video>
  )
}
