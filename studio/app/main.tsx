import '#kit/ui/tokens.css'
import '#kit/ui/base.css'
import { loadCopy } from 'virtual:copy/studio'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#kit/cache/query-client.ts'
import { CopyProvider } from '#kit/copy/copy.tsx'
import { type Language, offeredLanguages, startLanguage, takeLanguageReloaded } from '#kit/copy/language.ts'
import { loadSite, type Site } from '#kit/features/brands/site.ts'
import { onSessionLost, settings } from '#kit/request/connection.ts'
import { showBrokenStart } from '#kit/ui/broken-start.ts'
import { DialogHost } from '#kit/ui/layers/Dialog.tsx'
import { chosenScheme, showScheme } from '#kit/ui/theme.ts'
import { onOtherTab, resumeSession } from '#studio/features/accounts/session.ts'
import { followAttendance } from './attendance.ts'
import { leave } from './leave.ts'
import { StudioApp } from './StudioApp.tsx'

function languageOf({ site }: Site): Language {
  const { languages, default_language: byDefault } = site.domain
  const offered = offeredLanguages(languages.map(({ code }) => code))
  return startLanguage({ offered, byDefault: byDefault.code, forced: offered.length === 1 ? offered[0] : undefined })
}

async function start(): Promise<void> {
  showScheme(chosenScheme())
  settings.storagePrefix = 'studio.'
  onSessionLost(leave)
  followAttendance()
  onOtherTab(() => location.reload())
  settings.language = languageOf(await loadSite())
  document.documentElement.lang = settings.language
  takeLanguageReloaded()
  settings.supplyFactor = async refusal =>
    (await import('#studio/features/accounts/supply-factor.ts')).supplyFactor(refusal)
  // Not awaited: it may have to ask for a code.
  void resumeSession()
  const messages = await loadCopy(settings.language)
  createRoot(document.getElementById('app') as HTMLElement).render(
    <StrictMode>
      <CopyProvider language={settings.language} messages={messages}>
        <QueryClientProvider client={queryClient}>
          <StudioApp />
          <DialogHost />
        </QueryClientProvider>
      </CopyProvider>
    </StrictMode>,
  )
}

start().catch(error =>
  showBrokenStart(error, {
    en: 'The studio could not start',
    ru: 'Студия не запустилась',
    es: 'El estudio no pudo iniciarse',
  }),
)
