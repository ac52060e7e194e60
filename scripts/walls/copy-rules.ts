import { features } from './import-rules.ts'
import { isForTests, type SourceFile } from './source-files.ts'

/** A feature shows its own texts and those of the features above it; `copy` are the files of one language. */
export function foreignTexts(code: SourceFile[], copy: SourceFile[]): string[] {
  const homes = copy.flatMap(({ path, text }) =>
    Object.keys(JSON.parse(text) as object).map(key => ({ key, root: rootOf(path), feature: featureOf(path) })),
  )
  return code
    .filter(({ path }) => featureOf(path) !== undefined && !isForTests(path))
    .flatMap(({ path, text }) => {
      const shown = new Set([...text.matchAll(/'([\w.]+\.[\w.]+)'/g)].map(([, key]) => key))
      const mayShow = (home: (typeof homes)[number]) => isNotBelow(home.feature, featureOf(path))
      const within = homes.filter(({ key, root }) => shown.has(key) && [rootOf(path), 'kit'].includes(root))
      return within
        .filter(home => !mayShow(home) && !within.some(other => other.key === home.key && mayShow(other)))
        .map(({ key, feature }) => `${path}: ${key} is a text of ${feature}, which comes later`)
    })
}

const rootOf = (path: string) => path.split('/')[0] ?? ''

const featureOf = (path: string) => /^(?:web|studio|kit)\/features\/(\w+)\//.exec(path)?.[1]

function isNotBelow(home: string | undefined, feature: string | undefined): boolean {
  if (home === undefined || home === feature || !features.includes(feature ?? '')) return true
  return features.includes(home) && features.indexOf(home) < features.indexOf(feature ?? '')
}

/** Dates, numbers and names are written by the one tag that a language has (`tagOf`). */
export function untaggedFormats(code: SourceFile[]): string[] {
  return code
    .filter(({ path }) => !isForTests(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/new Intl\.\w+\(\[?(?:t\.)?language\b(?!\.)/g)].map(found => ({ path, found: found[0] })),
    )
    .map(({ path, found }) => `${path}: ${found}…) without tagOf`)
}
