import { chromiumOnPath } from '../scripts/chromium.mjs'

const executablePath = chromiumOnPath()
const ofRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** How walks start the whole browser, for what its headless shell lacks: PDFs, notifications, a camera. */
export const wholeBrowser = (...args: string[]) => ({
  ...(executablePath ? { executablePath } : { channel: 'chromium' }),
  args: [...ofRoot, ...args],
})
