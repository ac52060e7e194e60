import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeBase, changedFiles, houseTests, walksFor } from './changed-tests.mjs'
import { root } from '../prepare.mjs'
import { features } from '../walls/import-rules.ts'
import { readFiles } from '../walls/source-files.ts'

test.each([
  [['docs/words.md', 'README.md', 'web/features/chat/ChatScreen.test.tsx', 'scripts/dev/dev.ts'], []],
  [['web/features/profile/EditProfileScreen.tsx'], ['e2e/accounts/profile']],
  [['shared/features/chat/rules.ts'], ['e2e/homework-and-chat/', 'e2e/staff/studio.spec']],
  [['studio/features/people/PersonScreen.tsx'], ['e2e/staff/']],
  [['web/app/shell/Header.tsx', 'kit/ui/Dialog.tsx'], ['e2e/shell/']],
  [['e2e/shell/live.spec.ts'], ['e2e/shell/live.spec.ts']],
  [['e2e/shell/live.spec.ts', 'web/app/App.tsx'], ['e2e/shell/']],
  [['server/platform/http/http-server.ts', 'web/features/chat/ChatScreen.tsx'], ['e2e/']],
  [['e2e/school/people.ts'], ['e2e/']],
  [['package-lock.json'], ['e2e/']],
  [['web/features/newcomer/NewScreen.tsx'], ['e2e/']],
])('a change of %j asks for the walks %j', (files, walks) => {
  expect(walksFor(files)).toEqual(walks)
})

test('every feature has walks, and each argument is the beginning of a walk that exists', () => {
  const specs = readFiles(root, ['e2e'], ['.spec.ts']).map(({ path }) => path)
  for (const feature of features) {
    const walks = walksFor([`web/features/${feature}/x.tsx`])
    expect(walks, feature).not.toEqual([])
    expect(
      walks.filter(walk => !specs.some(spec => spec.startsWith(walk))),
      feature,
    ).toEqual([])
  }
})

test('the tests that read the whole house are there', () => {
  expect(houseTests.toSorted()).toEqual(
    readdirSync(root)
      .filter(name => name.endsWith('.test.ts'))
      .sort(),
  )
})

let folder: string
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    stdio: 'ignore',
  })
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kurso-changed-'))
  git('init', '-q', '-b', 'main')
  for (const file of ['kept.ts', 'edited.ts', 'gone.ts']) write(file, 'before')
  git('add', '.')
  git('commit', '-qm', 'One')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what changed is counted from where the branch left main, committed or not', () => {
  git('checkout', '-qb', 'work')
  write('web/committed.ts', 'new')
  git('add', '.')
  git('commit', '-qm', 'Two')
  write('edited.ts', 'after')
  write('with space.ts', 'new')
  rmSync(join(folder, 'gone.ts'))
  expect(changedFiles(folder, changeBase(folder))).toEqual([
    'edited.ts',
    'gone.ts',
    'web/committed.ts',
    'with space.ts',
  ])
})
