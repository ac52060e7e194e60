import { Dialog } from '#kit/ui/Dialog.tsx'
import { openDialog } from '#kit/ui/dialogs.ts'
import { documentAddress, needsOwnWindow } from './document-address.ts'
import { DocumentFrame } from './DocumentFrame.tsx'

/** Opens a document over the page, or in a new window on iOS. Anything but http(s) is ignored. */
export function openDocument(url: string, title: string): void {
  const address = documentAddress(url, location.origin)
  if (!address) return
  if (needsOwnWindow(navigator)) return void window.open(address, '_blank', 'noopener,noreferrer')
  void openDialog(close => (
    <Dialog title={title} size="full" onClose={() => close()}>
      <DocumentFrame address={address} title={title} />
    </Dialog>
  ))
}
