import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { type Language, supportedLanguages } from '../../kit/copy/language.ts'
import type { FirstFiles } from '../../shared/platform/first-files.ts'
import { messagesOf } from './copy-plugin.ts'
import { readManifests, screenFilesOf } from './manifests.ts'

type Bundle = Rolldown.OutputBundle

/** Writes down for the server which files the first visit to each address of the learner app needs. */
export function firstFilesPlugin(root: string): Plugin {
  return {
    name: 'kurso-first-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = filesIn(bundle)
        const app = (file: string) => files(join(root, 'web/app', file))
        const screens = screenFilesOf(root, await readManifests(root))
        const first: FirstFiles = {
          always: [...app('main.ts'), ...app('render.tsx')],
          signedIn: app('SignedInApp.tsx'),
          screens: screens.flatMap(({ file, address, access, copy }) =>
            address && access ? [{ address: expressionOf(address), access, copy, files: files(file) }] : [],
          ),
          tokens: withoutSpaces(await readFile(join(root, 'kit/ui/tokens.css'), 'utf8')),
          copy: Object.fromEntries(
            await Promise.all(
              supportedLanguages.map(async language => [language, await copyIn(root, bundle, language)] as const),
            ),
          ),
        }
        this.emitFile({ type: 'asset', fileName: '.vite/first-files.json', source: JSON.stringify(first) })
      },
    },
  }
}

/** Styles without comments, and without spaces where they mean nothing. */
const withoutSpaces = (css: string) =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')

/** The files a module travels in and needs, with their styles. */
function filesIn(bundle: Bundle): (module: string) => string[] {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  return module => {
    const found = new Set<Rolldown.OutputChunk>()
    const waiting = chunks.filter(({ moduleIds }) => moduleIds.includes(module))
    if (waiting.length === 0) throw new Error(`No file has ${module}`)
    for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
      if (found.has(chunk)) continue
      found.add(chunk)
      waiting.push(...chunks.filter(({ fileName }) => chunk?.imports.includes(fileName)))
    }
    return [...[...found].map(({ fileName }) => fileName), ...[...found].flatMap(stylesOf)]
  }
}

const stylesOf = ({ viteMetadata }: Rolldown.OutputChunk): string[] => [...(viteMetadata?.importedCss ?? [])]

/** The parts of a language's texts, each with its file. */
async function copyIn(root: string, bundle: Bundle, language: Language) {
  const address = new RegExp(`virtual:copy/web/${language}(?:/(\\w+))?$`)
  const parts = Object.values(bundle).flatMap(file => {
    const found = file.type === 'chunk' ? address.exec(file.facadeModuleId ?? '') : null
    return found ? [{ part: found[1] ?? 'first', file: file.fileName }] : []
  })
  const entries = parts.map(async ({ part, file }) => {
    return [part, { file, messages: await messagesOf(root, 'web', language, part) }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** As a regular expression; what a star stands for is anything: '/course/:streamId' is '^/course/[1-9]\d*\/?$'. */
const expressionOf = (pattern: string) =>
  `^${pattern === '/' ? '' : pattern.replace(/:\w+/g, '[1-9]\\d*').replace(/\*$/, '.+')}/?$`
