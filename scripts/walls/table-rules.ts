import { features } from './import-rules.ts'
import { isForTests, type SourceFile, withoutComments } from './source-files.ts'

const writePattern =
  /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|alter\s+table)\s+(?:only\s+)?"?(\w+)"?/gi

/**
 * The parts of what accounts was: a new password or an erased person changes users, sessions and codes in one statement, so
 * these features write the tables of accounts.
 */
const accountParts = ['social', 'joining', 'consent', 'profile', 'onboarding', 'people']

/** Which feature (or `platform`) writes each table: the one in whose folder the migration is that creates it. */
function tableOwners(migrations: SourceFile[]): Map<string, string> {
  return new Map(
    migrations.flatMap(({ path, text }) => {
      const created = [
        ...withoutSqlComments(text).matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi),
      ]
      return created.map(([, table = '']): [string, string] => [table, ownerOfMigration(path) ?? ''])
    }),
  )
}

/** Rule 4: a table is written by its owner alone, in code and in migrations; any feature may read it. */
export function foreignWrites(files: SourceFile[], migrations: SourceFile[]): string[] {
  const owners = tableOwners(migrations)
  const inCode = files
    .filter(({ path }) => path.startsWith('server/') && !isForTests(path))
    .flatMap(({ path, text }) => complaints(path, withoutComments(text), writerOf(path), owners))
  const inMigrations = migrations.flatMap(({ path, text }) =>
    complaints(path, withoutSqlComments(text), ownerOfMigration(path), owners),
  )
  return [...inCode, ...inMigrations]
}

/** A migration is in its feature's folder, and no two have one time: it orders them over all folders. */
export function wrongMigrations(migrations: SourceFile[]): string[] {
  const timeOf = (path: string) => /\/(\d{8}-\d{4})-/.exec(path)?.[1]
  const times = migrations.map(({ path }) => timeOf(path))
  return migrations.flatMap(({ path }, index) => {
    if (ownerOfMigration(path) === undefined)
      return `${path}: a migration is server/features/<feature>/migrations/YYYYMMDD-HHMM-<what>.sql`
    return times.indexOf(timeOf(path)) < index ? `${path}: another migration has this time` : []
  })
}

/** Migrations from then on keep to the rule; servers that do not know of those before it are gone. */
const rollingSince = '20261128-0000'

const breaking = [
  /\bdrop\s+(?:table|column|function|view|type)\b[^;,]*/gi,
  /\brename\s+(?:to|column)\b[^;,]*/gi,
  /\balter\s+column\s+\w+\s+(?:set\s+data\s+type|type|set\s+not\s+null)\b[^;,]*/gi,
  /\badd\s+column\b(?=[^;,]*\bnot\s+null\b)(?![^;,]*\b(?:default|generated)\b)[^;,]*/gi,
]

/**
 * While a release is rolled out the servers before it go on with the new schema. So a migration takes away nothing that they
 * use, unless it says `-- unused since <migration>`, after which release that was so.
 */
export function breakingMigrations(migrations: SourceFile[]): string[] {
  const files = migrations.filter(({ path, text }) => {
    const since = /^-- unused since (\d{8}-\d{4})\b/m.exec(text)?.[1]
    const isKnown = since !== undefined && migrations.some(other => other.path.includes(`/${since}-`))
    return (/\/(\d{8}-\d{4})-/.exec(path)?.[1] ?? '') >= rollingSince && !isKnown
  })
  return files.flatMap(({ path, text }) =>
    breaking.flatMap(pattern =>
      [...withoutSqlComments(text).matchAll(pattern)].map(
        ([found]) => `${path}: ${found.replaceAll(/\s+/g, ' ').trim()}`,
      ),
    ),
  )
}

function complaints(path: string, sql: string, writer: string | undefined, owners: Map<string, string>): string[] {
  return [...sql.matchAll(writePattern)].flatMap(([, verb = '', table = '']) => {
    const owner = owners.get(table)
    if (owner === undefined || owner === writer) return []
    if (owner === 'accounts' && accountParts.includes(writer ?? '')) return []
    return `${path}: ${verb.toLowerCase()} ${table}, which ${owner} owns`
  })
}

function writerOf(path: string): string | undefined {
  const [, layer, feature] = path.split('/')
  return layer === 'features' ? feature : layer
}

function ownerOfMigration(path: string): string | undefined {
  const [, feature, layer] =
    /^server\/(?:features\/(\w+)|(platform))\/migrations\/\d{8}-\d{4}-[a-z-]+\.sql$/.exec(path) ?? []
  return layer ?? features.find(name => name === feature)
}

function withoutSqlComments(text: string): string {
  return text.replace(/--.*$/gm, '')
}
