import '#kit/ui/tokens.css'
import '#kit/ui/base.css'
import '#kit/ui/typefaces/typefaces.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { settings } from '#kit/request/connection.ts'
import { watchFailures } from '#web/platform/failures.ts'
import { messages } from '#web/platform/copy.ts'
import { App } from './App.tsx'
import { afterPaint } from './after-paint.ts'

/** Renders the app; its texts have loaded. */
export function render(): void {
  watchFailures()
  createRoot(document.getElementById('app') as HTMLElement).render(
    <StrictMode>
      <CopyProvider language={settings.language} messages={messages}>
        <App />
      </CopyProvider>
    </StrictMode>,
  )
  afterPaint()
}
