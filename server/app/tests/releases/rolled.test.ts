import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'
import { type ChildServer, fetchCall, startChildServer } from '../../testing/child-server.ts'
import { postOver, startTwoNodes, type TwoNodes, urlOf } from '../../testing/two-nodes.ts'

/** What a newer release adds: to every table that the calls below use, and something of its own. */
const migration = `
  do $$ declare t text; begin
    for t in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I add column of_newer_release text default ''new''', t);
    end loop;
  end $$;
  create table newer_things (id bigint generated always as identity primary key, user_id bigint references users on delete cascade);
  create index newer_messages on chat_messages (of_newer_release);
`

let folder: string
let nodes: TwoNodes
let newer: ChildServer | undefined
beforeAll(async () => {
  if (process.env['TEST_PROGRAMS'] !== 'built') execFileSync('npm', ['run', 'build'], { cwd: projectRoot })
  folder = mkdtempSync(join(tmpdir(), 'kurso-newer-'))
  nodes = await startTwoNodes()
})
afterAll(async () => {
  await newer?.stop()
  await nodes.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** This release with one migration more. */
function newerRelease(): string[] {
  for (const part of ['package.json', 'build', 'brands', 'demo', 'server'])
    cpSync(join(projectRoot, part), join(folder, part), { recursive: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  const migrations = join(folder, 'server/platform/migrations')
  mkdirSync(migrations, { recursive: true })
  writeFileSync(join(migrations, '20991231-0000-newer.sql'), migration)
  return [join(folder, 'build/server/main.js')]
}

const asked = ['GET /user', 'GET /user-course-streams', 'GET /banners', 'GET /courses']

test('nodes of two releases serve at once while the newer one is rolled out, and the older does not come back [OPS-08]', async () => {
  const { database, learner, chatId } = nodes
  const program = newerRelease()
  const [first, second] = nodes.nodes
  const serving = new Set<ChildServer>([first, second])
  const refused: string[] = []
  let written = 0
  let isOver = false
  const visited: (ChildServer | undefined)[] = []
  const visit = async (visitor: number) => {
    for (let at = 0; !isOver; at++) {
      const node = [...serving][at % serving.size]
      if (!node) throw new Error('No node is left')
      visited[visitor] = node
      const name = asked[at % asked.length] ?? ''
      const { status } = await fetchCall(node.url, learner.token, name)
      if (status !== 200) refused.push(`${name} ${status}`)
      const posted = await postOver(node, nodes, `message ${at}`)
      if (posted === 200) written += 1
      else refused.push(`message ${posted}`)
      visited[visitor] = undefined
      await pause(50)
    }
  }
  const visitors = [visit(0), visit(1)]
  await pause(1000)
  // As a balancer does: a node gets nobody any more, then it is stopped.
  serving.delete(first)
  await expect.poll(() => visited.includes(first)).toBe(false)
  await first.stop()
  const url = urlOf(nodes.connection)
  newer = await startChildServer(join(folder, 'data'), { DATABASE_URL: url }, program)
  serving.add(newer)
  await pause(2000)
  isOver = true
  await Promise.all(visitors)
  expect(refused).toEqual([])
  const { rows } = await database.query<{ messages: number; newer: number }>({
    text: `select count(*)::int as messages, count(*) filter (where of_newer_release = 'new')::int as newer
           from chat_messages where chat_id = $1`,
    values: [chatId],
  })
  expect(rows).toEqual([{ messages: written, newer: written }])

  await second.stop()
  const older = startChildServer(join(folder, 'older'), { DATABASE_URL: url })
  await expect(older).rejects.toThrow(
    /migrated by a newer version: 20991231-0000-platform-newer\.sql\. Start that version/,
  )
}, 180_000)
