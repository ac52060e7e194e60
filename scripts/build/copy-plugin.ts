import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Language, supportedLanguages } from '../../kit/copy/language.ts'
import { collectCopy, copyFilesOf } from './collect-copy.ts'
import { copyPartsOf } from './manifests.ts'

const address = /^virtual:copy\/(web|studio)(?:\/(en|ru|es)(?:\/(home|talk|account))?)?$/
const copyFile = /\/copy\/\w+\.json$/
const parts = ['first', 'home', 'talk', 'account'] as const

const named = (part: string) => `${part[0]?.toUpperCase()}${part.slice(1)}`

/** One function for each part of a language, which loads it as a chunk of its own. */
function loaderModule(app: string): string {
  const imports = (part: string) =>
    supportedLanguages
      .map(
        language => `${language}: () => import('virtual:copy/${app}/${language}${part === 'first' ? '' : `/${part}`}')`,
      )
      .join(', ')
  const loaders = parts.map(
    part => `const ${part} = { ${imports(part)} }
export const load${named(part)}Copy = async language => (await ${part}[language]()).messages`,
  )
  return `${loaders.join('\n')}
export const loadCopy = async language =>
  Object.assign({}, ...(await Promise.all([${parts.map(part => `load${named(part)}Copy`).join(', ')}].map(load => load(language)))))`
}

/** The texts of one part of a language, compiled. */
export async function messagesOf(root: string, app: string, language: Language, part: string) {
  const partOf = await copyPartsOf(root, app)
  const files = copyFilesOf(root, app)
  const texts = Object.entries(collectCopy(root, app)[language])
  return Object.fromEntries(texts.filter(([key]) => partOf(key, files.get(key) ?? '') === part))
}

/** Serves `virtual:copy/<app>` and a chunk for each part of a language; wrong copy fails the build with file and key. */
export function copyPlugin(root: string): Plugin {
  return {
    name: 'kurso-copy',
    resolveId: id => (address.test(id) ? `\0${id}` : undefined),
    async load(id) {
      const [, app, language, part = 'first'] = address.exec(id.slice(1)) ?? []
      if (!app || !id.startsWith('\0')) return undefined
      if (!language) return loaderModule(app)
      return `export const messages = ${JSON.stringify(await messagesOf(root, app, language as Language, part))}`
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
