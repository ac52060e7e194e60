import type { IconName } from '../marks/Icon.tsx'
import { Picture } from './Picture.tsx'
import scenes from './scenes.svg?no-inline'

interface Props {
  /** What it is about, by the icon that stands for it. */
  about: IconName
  className?: string | undefined
}

/** Somebody who does what a screen is about; nobody where nothing is drawn about it. */
export function Scene({ about, className }: Props) {
  return <Picture of={`${scenes}#${about}`} className={className} />
}
