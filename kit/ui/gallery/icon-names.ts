import type { IconName } from '../marks/Icon.tsx'
import sprite from '../marks/icons.svg?raw'

/** The names that the sprite holds. */
export const iconNames = [...sprite.matchAll(/symbol id="([^"]+)"/g)].map(match => match[1] as IconName)
