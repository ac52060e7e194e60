import { settings } from '#kit/request/connection.ts'
import { held } from '#web/platform/device/install-prompt.ts'

type Device = { userAgent: string; platform: string; maxTouchPoints: number; standalone?: boolean }

/** Whether this page is the installed app already. */
function isInstalled(device: Device = navigator): boolean {
  return (
    device.standalone === true ||
    matchMedia('(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)').matches
  )
}

/** Whether this is an iPhone or iPad: they install by a press on the share sign only. An iPad says that it is a Mac with touch. */
function isApple({ userAgent, platform, maxTouchPoints }: Device = navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1)
}

/** How this device would install the app: by its browser's own question, by hand, or not at all. */
export function wayToInstall(): 'prompt' | 'guide' | undefined {
  if (settings.appType === 'mobile' || isInstalled()) return undefined
  if (held.prompt) return 'prompt'
  return isApple() ? 'guide' : undefined
}

/** Asks by the browser's own question, which it shows once; whether the learner agreed. */
export async function askByBrowser(): Promise<boolean> {
  const { prompt } = held
  if (!prompt) return false
  held.prompt = undefined
  await prompt.prompt()
  return (await prompt.userChoice).outcome === 'accepted'
}
