import type { Site } from '#kit/features/brands/site.ts'

type Config = Site['config']

/** Whether a school has a feature. */
export type IsOn = (config: Config) => boolean

let config: Config | undefined

/** Says which school this is; called once its configuration has loaded. */
export function keepSchool(loaded: Config): void {
  config = loaded
}

/** Whether this school has a feature; everything is there until it is known. */
export function isOnHere(isOn: IsOn | undefined): boolean {
  return isOn === undefined || config === undefined || isOn(config)
}
