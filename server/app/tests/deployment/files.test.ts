import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings, settingsTable } from '../../settings.ts'
import { projectRoot } from '#server/platform/project-root.ts'

const deploy = join(projectRoot, 'deploy')
const textOf = (name: string) => readFileSync(join(deploy, name), 'utf8')
const has = (program: string) => spawnSync(program, ['--version']).error === undefined

type Variables = Record<string, string>

/** The variables of a file of lines NAME=value. */
const variablesIn = (text: string): Variables =>
  Object.fromEntries([...text.matchAll(/^([A-Z]\w*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

const unknownSettings = (given: object) => Object.keys(given).filter(name => !Object.hasOwn(settingsTable, name))

type Service = {
  image: string
  environment?: Variables
  volumes?: string[]
  depends_on?: Record<string, unknown>
  build?: { context: string; dockerfile: string }
}
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> }

const filledIn: Variables = {
  ...variablesIn(textOf('compose.env.example')),
  POSTGRES_PASSWORD: 'secret',
  S3_SECRET_KEY: 'secret',
  CODE_KEY: 'k'.repeat(44),
}

/** The compose file with the values in place of their names; it fails on a name that nothing gives. */
function composed(): Compose {
  const fill = (_: string, name: string) => {
    const value = filledIn[name]
    if (value === undefined) throw new Error(`compose.env.example has no ${name}`)
    return value
  }
  const filled = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(/\$\{(\w+)\}/g, fill) : value
  return JSON.parse(JSON.stringify(parse(textOf('compose.yaml'), { merge: true })), filled) as Compose
}

test('the compose file gives each node settings that exist and fit, and names only what it has [OPS-05][OPS-11]', () => {
  const { services, volumes } = composed()
  const nodes = Object.entries(services).filter(([, { image }]) => image === 'kurso')
  expect(nodes.map(([name]) => name)).toEqual(['node1', 'node2'])
  for (const [, { environment = {}, depends_on: before = {}, build }] of nodes) {
    expect(unknownSettings(environment)).toEqual([])
    const settings = readSettings(environment)
    expect(settings.s3).toMatchObject({ endpoint: 'https://media.school.example.com', bucket: 'kurso' })
    expect([new URL(settings.databaseUrl ?? '').hostname, new URL(settings.redisUrl ?? '').hostname]).toEqual([
      'postgres',
      'redis',
    ])
    expect(Object.keys(before)).toEqual(['postgres', 'redis', 'store'])
    expect(build).toEqual({ context: '..', dockerfile: 'deploy/Dockerfile' })
  }
  expect(services['caddy']?.environment).toMatchObject({ NODES: 'node1:4000 node2:4000', STORE: 'store:7070' })
  expect(Object.keys(services)).toEqual(expect.arrayContaining(['postgres', 'redis', 'store', 'turn']))
  const named = Object.values(services).flatMap(service => service.volumes ?? [])
  const own = named.map(volume => volume.split(':')[0] ?? '').filter(volume => !volume.startsWith('.'))
  expect(new Set(own)).toEqual(new Set(Object.keys(volumes)))
})

test.runIf(has('docker-compose'))('Docker Compose takes the compose file [OPS-05][OPS-11]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kurso-compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'compose.env')
  writeFileSync(
    file,
    Object.entries(filledIn)
      .map(pair => pair.join('='))
      .join('\n'),
  )
  const args = ['-f', join(deploy, 'compose.yaml'), '--env-file', file, 'config']
  const shown = parse(execFileSync('docker-compose', args, { encoding: 'utf8', stdio: 'pipe' })) as Compose
  expect(shown.services['node2']?.environment).toEqual(composed().services['node2']?.environment)
})

test('the container and the unit start the server that is built, with settings that exist [OPS-05][OPS-11]', () => {
  const container = textOf('Dockerfile')
  const unit = textOf('kurso.service')
  const given = [...container.matchAll(/^ENV (.*)$/gm), ...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(
    ([, line = '']) => line.split(' ').map(pair => pair.split('=')[0] ?? ''),
  )
  expect(given.filter(name => !Object.hasOwn(settingsTable, name) && name !== 'NODE_ENV')).toEqual([])
  expect(container).toContain('CMD ["node", "build/server/main.js"]')
  expect(unit).toContain('ExecStart=/usr/bin/node build/server/main.js')
  const example = variablesIn(textOf('kurso.env.example'))
  expect(unknownSettings(example)).toEqual([])
  expect(readSettings(example)).toMatchObject({ trustProxy: true, demo: 'off' })
})

test.runIf(has('systemd-analyze'))('systemd takes the unit without a word [OPS-11]', () => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', join(deploy, 'kurso.service')], {
    encoding: 'utf8',
  })
  const ofOurs = `${stdout}${stderr}`.split('\n').filter(line => line.includes('kurso'))
  expect([status, ofOurs]).toEqual([0, []])
})
