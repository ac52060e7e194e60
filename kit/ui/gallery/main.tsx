import { createRoot } from 'react-dom/client'
import { loadCopy } from 'virtual:copy/studio'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { isLanguage } from '#kit/copy/language.ts'
import '../tokens.css'
import '../base.css'
import { applyBrandTheme, showScheme } from '../theme.ts'
import { Gallery } from './Gallery.tsx'

const asked = new URLSearchParams(location.search)
const wished = asked.get('language')
const language = isLanguage(wished) ? wished : 'en'
const theme = asked.get('theme')
const accent = asked.get('accent')

showScheme(theme === 'dark' || theme === 'light' ? theme : 'system')
if (accent) applyBrandTheme({ accent: `#${accent}`, radius: Number(asked.get('radius') ?? 16) })
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
