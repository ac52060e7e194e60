import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The machine's own Chromium on the PATH; undefined where there is none, and Playwright brings its own. */
export function chromiumOnPath(path = process.env.PATH ?? '') {
  const candidates = path.split(delimiter).flatMap(folder => names.map(name => join(folder, name)))
  return candidates.find(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
