import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The machine's own Chromium on the PATH; undefined where there is none, and Playwright brings its own. */
export function chromiumOnPath(path) {
  return firstOf(names, path)
}

/** Chromium without windows of its own, which walks need a fifth less time in, or else the whole one. */
export function headlessChromiumOnPath(path) {
  return firstOf(['chromium-headless-shell', ...names], path)
}

/** The first of these programs that is on the PATH. */
function firstOf(programs, path = process.env.PATH ?? '') {
  const folders = path.split(delimiter)
  return programs.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
