import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addresses } from '#web/platform/addresses.ts'
import '../features.ts'

const root = join(import.meta.dirname, '../../..')

/** Where the app itself leads, or a letter, or the server, or another app. */
const ledTo = [
  'autoLogin',
  'emailVerification',
  'phoneVerification',
  'resetPassword',
  'updateProfile',
  'explorePage',
  'oldDay',
  'article',
  'announcement',
  'unsubscribe',
  'share',
]

const code = ['web', 'kit']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
  )
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map(file => readFileSync(join(root, file), 'utf8'))
  .join('\n')

test('every screen is linked from another one, or from a menu', () => {
  const isLinked = (name: string) => new RegExp(`(pathTo\\(|\\b(address|parent): )'${name}'`).test(code)
  expect(Object.keys(addresses).filter(name => !isLinked(name))).toEqual(ledTo)
})
