/** A browser's own question whether to install the app; it may be shown once. */
export type InstallPrompt = Event & {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** What the browser would ask; nothing where it would not, or the app is installed. */
export const held: { prompt?: InstallPrompt | undefined } = {}

/** Holds back the browser's question, which comes early and once, until the learner wants it. */
export function holdInstallPrompt(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    held.prompt = event as InstallPrompt
  })
}
