import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import styles from './DocumentViewer.module.css'

/** The absolute address of a document, resolved against `origin`; undefined unless it is http(s) without credentials. */
export function documentAddress(url: string | null, origin: string): string | undefined {
  if (!url || !URL.canParse(url, origin)) return undefined
  const { protocol, username, password, href } = new URL(url, origin)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && !username && !password ? href : undefined
}

type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { pdfViewerEnabled?: boolean }

const isPdf = (address: string): boolean => /\.pdf$/i.test(new URL(address).pathname)

/**
 * iPhones and iPads show only part of a framed document, and other browsers, such as those of Android, no PDF at all: there it
 * gets its own window. iPads claim to be a Macintosh.
 */
export function needsOwnWindow(address: string, { userAgent, maxTouchPoints, pdfViewerEnabled }: Device): boolean {
  if (isPdf(address) && pdfViewerEnabled === false) return true
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

const sandboxAlways = 'allow-downloads allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin'

/**
 * How a document is framed on a page of `origin`. Browsers show no PDF in a sandbox, so a .pdf goes to their viewer. A
 * document of our own origin may run no scripts: those could lift the sandbox.
 */
export function documentFrame(address: string, origin: string): { isPdf: boolean; sandbox: string } {
  const sandbox = new URL(address).origin === origin ? sandboxAlways : `${sandboxAlways} allow-scripts`
  return { isPdf: isPdf(address), sandbox }
}

/** Whether a document is a file of the school's own, which the server never hands out as a page. */
const isOwnFile = (address: string): boolean => {
  const { origin, pathname } = new URL(address)
  return origin === location.origin && pathname.startsWith('/media/')
}

type Props = { address: string; title: string }

/** A document in a frame that can navigate only itself and new windows. */
export function DocumentFrame({ address, title }: Props) {
  const { isPdf, sandbox } = documentFrame(address, location.origin)
  // Without a network the service worker has it: it is asked for frames, but not for what is embedded.
  // oxlint-disable-next-line react/iframe-missing-sandbox -- Browsers show no PDF in a sandbox.
  if (isPdf && isOwnFile(address)) return <iframe className={styles.frame} src={address} title={title} />
  if (isPdf) return <embed className={styles.frame} src={address} title={title} type="application/pdf" />
  return <iframe className={styles.frame} src={address} title={title} sandbox={sandbox} referrerPolicy="no-referrer" />
}

/** Opens a document in a dialog, or in a new window where it cannot be framed. Addresses that are not http(s) are ignored. */
export function openDocument(url: string, title: string): void {
  const address = documentAddress(url, location.origin)
  if (!address) return
  if (needsOwnWindow(address, navigator)) return void window.open(address, '_blank', 'noopener,noreferrer')
  void openDialog(close => (
    <Dialog title={title} size="full" onClose={() => close()}>
      <DocumentFrame address={address} title={title} />
    </Dialog>
  ))
}
