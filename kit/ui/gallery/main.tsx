import { createRoot } from 'react-dom/client'
import { loadCopy } from 'virtual:copy/studio'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { isLanguage } from '#kit/copy/language.ts'
import '../tokens.css'
import '../base.css'
import { showScheme } from '../theme.ts'
import { DialogHost } from '../layers/Dialog.tsx'
import { Icon, type IconName } from '../marks/Icon.tsx'
import sprite from '../marks/icons.svg?raw'
import { SkipLink } from '../actions/SkipLink.tsx'
import { ToastHost } from '../layers/ToastHost.tsx'
import { Fields, Pieces } from './Pieces.tsx'
import styles from './Gallery.module.css'
import { Layers } from './Layers.tsx'

/** The names that the sprite holds. */
const iconNames = [...sprite.matchAll(/symbol id="([^"]+)"/g)].map(match => match[1] as IconName)

/** Every component of the kit on one page, for the eye and for axe. */
function Gallery() {
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

const asked = new URLSearchParams(location.search)
const wished = asked.get('language')
const language = isLanguage(wished) ? wished : 'en'
const theme = asked.get('theme')
const accent = asked.get('accent')

showScheme(theme === 'dark' || theme === 'light' ? theme : 'system')
if (accent) {
  const { style } = document.documentElement
  style.setProperty('--brand-accent', `#${accent}`)
  style.setProperty('--brand-radius', `${asked.get('radius') ?? 16}px`)
}
document.documentElement.lang = language
const messages = await loadCopy(language)
const place = document.getElementById('root')
if (place) {
  createRoot(place).render(
    <CopyProvider language={language} messages={messages}>
      <Gallery />
    </CopyProvider>,
  )
}
