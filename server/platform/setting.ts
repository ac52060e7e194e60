import { resolve } from 'node:path'

/**
 * One environment variable and how its text becomes a value. `read` throws an Error with the reason if the text is
 * invalid.
 */
export type Setting<Value> = { fallback: string; meaning: string; read(text: string): Value }

export type SettingsTable = Record<string, Setting<unknown>>
type ReadOne<Table extends SettingsTable> = <Name extends keyof Table & string>(
  name: Name,
) => ReturnType<Table[Name]['read']>

/** The environment variables of one feature and what it makes of them. */
export type FeatureSettings<Value> = {
  table: SettingsTable
  /** Reads them one by one; combinations that make no sense are added to `problems`. */
  read(readOne: (name: string) => unknown, problems: string[]): Value
  /** Reads the files they name before anything starts; throws a ConfigurationError. */
  check?(value: Value): Promise<void>
}

export function setting<Value>(fallback: string, meaning: string, read: (text: string) => Value): Setting<Value> {
  return { fallback, meaning, read }
}

/** Declares a feature's environment variables; `read` gets each by its name in `table`. */
export function featureSettings<Table extends SettingsTable, Value>(declared: {
  table: Table
  read(readOne: ReadOne<Table>, problems: string[]): Value
  check?(value: Value): Promise<void>
}): FeatureSettings<Value> {
  return declared
}

/** An address with one of the schemes, given with their colons; otherwise throws with `example`. */
export function address(text: string, schemes: string[], example: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !schemes.includes(url.protocol)) throw new Error(`must be an address like ${example}`)
  return url
}

/** A folder, as an absolute path. */
export function folder(text: string): string {
  if (text.includes('\0')) throw new Error('must be a folder')
  return resolve(text)
}

/** One of a few words. */
export function oneOf<const Choice extends string>(...choices: Choice[]) {
  return (text: string): Choice => {
    const found = choices.find(choice => choice === text)
    if (found === undefined) throw new Error(`must be one of ${choices.join(', ')}`)
    return found
  }
}
