import { join } from 'node:path'
import type { Plugin } from 'vite'
import { supportedLanguages } from '../../kit/copy/language.ts'
import { collectCopy } from './collect-copy.ts'

const address = /^virtual:copy\/(web|studio)(?:\/(en|ru|es))?$/
const copyFile = /\/copy\/\w+\.json$/

function loaderModule(app: string): string {
  const cases = supportedLanguages.map(language => `${language}: () => import('virtual:copy/${app}/${language}')`)
  return `const chunks = { ${cases.join(', ')} }
export const loadCopy = async language => (await chunks[language]()).messages`
}

/** Serves `virtual:copy/<app>` and one chunk a language; wrong copy fails the build with file and key (LNG-04). */
export function copyPlugin(root: string): Plugin {
  return {
    name: 'kurso-copy',
    resolveId: id => (address.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, app, language] = address.exec(id.slice(1)) ?? []
      if (!app || !id.startsWith('\0')) return undefined
      if (!language) return loaderModule(app)
      const compiled = collectCopy(root, app)
      return `export const messages = ${JSON.stringify(compiled[language as keyof typeof compiled])}`
    },
    configureServer(server) {
      server.watcher.add(['web', 'studio', 'kit'].map(folder => join(root, folder)))
    },
    hotUpdate({ file, modules }) {
      if (!copyFile.test(file)) return undefined
      const stale = [...this.environment.moduleGraph.idToModuleMap.values()].filter(one =>
        one.id?.startsWith('\0virtual:copy/'),
      )
      for (const module of stale) this.environment.moduleGraph.invalidateModule(module)
      return [...modules, ...stale]
    },
  }
}
