/** Functions a feature offers to earlier ones, by name; it adds its own here in its screens.ts. */
export interface Openers {}

const known: Partial<Openers> = {}

export function addOpeners(own: Partial<Openers> | undefined): void {
  Object.assign(known, own)
}

/** Calls what a feature registered under this name. */
export const opener = <Name extends keyof Openers>(name: Name): Openers[Name] => {
  const found = known[name]
  if (!found) throw new Error(`Nothing opens ${name}`)
  return found
}
