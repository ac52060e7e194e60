import { join } from 'node:path'
import type { Plugin } from 'vite'
import { supportedLanguages } from '../../kit/copy/language.ts'
import { collectCopy } from './collect-copy.ts'

const address = /^virtual:copy\/(web|studio)(?:\/(en|ru|es)(\/other|\/talk|\/account)?)?$/
const copyFile = /\/copy\/\w+\.json$/
/** Features whose copy comes first: what sign-in and the shell around every screen say. */
const first = /^(ui|shell|brands|accounts)\./
/** What is said around homework and chats and of their files, apart from their news: the first screens say nothing of it. */
const talk = /^(chat|consultations|media\.download|homework\.(?!toast\.))/

/** What is said around one's own account, from joining to leaving, and to whoever seeks help. */
const account = /^(joining|onboarding|social|profile|settings|consent|notifications|support|billing)\./

/** Which of a language's chunks a text is in, as its address ends. */
function partOf(key: string): '' | '/other' | '/talk' | '/account' {
  if (first.test(key)) return ''
  if (account.test(key)) return '/account'
  return talk.test(key) ? '/talk' : '/other'
}

function loaderModule(app: string): string {
  const imports = (part: string) =>
    supportedLanguages.map(language => `${language}: () => import('virtual:copy/${app}/${language}${part}')`).join(', ')
  return `const first = { ${imports('')} }
const other = { ${imports('/other')} }
const talk = { ${imports('/talk')} }
const account = { ${imports('/account')} }
export const loadFirstCopy = async language => (await first[language]()).messages
export const loadOtherCopy = async language => (await other[language]()).messages
export const loadTalkCopy = async language => (await talk[language]()).messages
export const loadAccountCopy = async language => (await account[language]()).messages
export const loadCopy = async language =>
  Object.assign({}, ...(await Promise.all([loadFirstCopy, loadOtherCopy, loadTalkCopy, loadAccountCopy].map(load => load(language)))))`
}

/** Serves `virtual:copy/<app>` and four chunks a language, the first for sign-in; wrong copy fails the build with file and key. */
export function copyPlugin(root: string): Plugin {
  return {
    name: 'kurso-copy',
    resolveId: id => (address.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, app, language, part = ''] = address.exec(id.slice(1)) ?? []
      if (!app || !id.startsWith('\0')) return undefined
      if (!language) return loaderModule(app)
      const compiled = collectCopy(root, app)
      const messages = Object.entries(compiled[language as keyof typeof compiled])
      return `export const messages = ${JSON.stringify(Object.fromEntries(messages.filter(([key]) => partOf(key) === part)))}`
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
