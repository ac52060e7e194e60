import type { IconName } from '../Icon.tsx'
import sprite from '../icons.svg?raw'

/** The names that the sprite holds. */
export const iconNames = [...sprite.matchAll(/symbol id="([^"]+)"/g)].map(match => match[1] as IconName)
