import { DialogHost } from '../layers/Dialog.tsx'
import { Icon, type IconName } from '../marks/Icon.tsx'
import sprite from '../marks/icons.svg?raw'
import { SkipLink } from '../actions/SkipLink.tsx'
import { ToastHost } from '../layers/ToastHost.tsx'
import { Fields } from './Fields.tsx'
import styles from './Gallery.module.css'
import { Layers } from './Layers.tsx'
import { Pieces } from './Pieces.tsx'

/** The names that the sprite holds. */
const iconNames = [...sprite.matchAll(/symbol id="([^"]+)"/g)].map(match => match[1] as IconName)

/** Every component of the kit on one page, for the eye and for axe. */
export function Gallery() {
  return (
    <>
      <SkipLink />
      <main id="main" tabIndex={-1} className={styles.page}>
        <header className={styles.stack}>
          <h1>Good morning, Ada</h1>
          <p className={styles.muted}>Day 4 of 21. Two short lessons, then a walk.</p>
        </header>
        <Layers />
        <Pieces />
        <Fields />
        <div className={styles.row}>
          {iconNames.map(name => (
            <Icon key={name} name={name} label={name} />
          ))}
        </div>
      </main>
      <DialogHost />
      <ToastHost />
    </>
  )
}
