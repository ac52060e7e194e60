import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where the test data lies: beside the repository, or where `SHARED_DATA` says. */
export const sharedDataFolder = process.env.SHARED_DATA ?? resolve(import.meta.dirname, '../../../../shared/data')

/** A JSON file of the test data kept beside the repository (`../shared/data`, or `SHARED_DATA`); a test without it fails. */
export function sharedData<Content>(path: string): Content {
  const file = join(sharedDataFolder, path)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Content
  } catch (cause) {
    throw new Error(`This test needs ${file}: put the data beside the repository or point SHARED_DATA at it`, { cause })
  }
}
