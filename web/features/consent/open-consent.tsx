import type { Copy } from '#kit/copy/copy.tsx'
import { Dialog } from '#kit/ui/Dialog.tsx'
import { openDialog } from '#kit/ui/dialogs.ts'
import { type Choice, essentialOnly } from '#shared/features/consent/rules.ts'
import { ConsentForm } from './ConsentForm.tsx'
import { consent } from './consent-state.ts'

/** The settings over the page; undefined when they were closed without a choice. */
export function askForConsent(t: Copy): Promise<Choice | undefined> {
  return openDialog<Choice>(close => (
    <Dialog title={t('consent.title')} size="small" onClose={() => close()}>
      <ConsentForm initial={consent.read()} onAgree={close} onDismiss={() => close(essentialOnly)} />
    </Dialog>
  ))
}
