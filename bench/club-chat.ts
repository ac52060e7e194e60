import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { type Club, type ClubCrowd, seedClubs } from './bench-clubs.ts'
import { compare, load, type Side, type Target } from './load.ts'
import { type OwnDatabase, startOurs } from './own-database.ts'
import { startServer } from './processes.ts'
import { cpuOfRounds, pause, sendBare, until } from './rounds.ts'
import { size } from './size.ts'
import { connectCrowd } from './socket-crowd.ts'

const ports = { ours: 4723, bare: 4724 }
const { learners: members, online, clubRounds: rounds, blocks } = size
/** So many write, that nobody reaches the limit of a minute. */
const writers = 2000
/** A post may take so much more processor time in the large club. */
const goal = 1.1

export type ClubChatFigures = {
  members: number
  postMs: number
  postOfTwoMs: number
  postRatio: number
  /** Of many who write in the large club at once. */
  postsPerSecond: number
  online: number
  /** Of messages that come one by one, and of ten that come together, as in a chat where much is written. */
  single: FanOut
  burst: FanOut
}

type FanOut = { oursPerCpuSecond: number; barePerCpuSecond: number; ratio: number }
const burst = 10

/** The chat of a club with thousands of members: what a post costs beside clubs of two, and what reaches those online beside bare ws. */
export async function measureClubChat(own: OwnDatabase, main: string): Promise<ClubChatFigures> {
  const crowd = await seedClubs(own.database, members)
  const ours = await startOurs([main], own, ports.ours, { TRUST_PROXY: 'on' })
  const bare = await startServer(
    ['node', '--import', 'tsx', join(projectRoot, 'bench/bare-sockets.ts')],
    { PORT: String(ports.bare) },
    `http://127.0.0.1:${ports.bare}/`,
  )
  try {
    const pids = [ours.pid, own.postmaster]
    const [inLarge, inOwn] = [sideOf(crowd.large, crowd, pids), sideOf(undefined, crowd, pids)]
    for (const { target } of [inLarge, inOwn]) await postOnce(target)
    // The first post of each person costs more, and a table that was empty is read whole until it has been analysed.
    for (const side of [inLarge, inOwn]) await load(side, size.seconds)
    await own.database.query({ text: 'vacuum analyze' })
    // One after the other: those who write in one chat at once wait for each other, in a club of any size.
    const post = await compare('a post', goal, { ...inLarge, connections: 1 }, { ...inOwn, connections: 1 })
    const { requestsPerSecond } = await load(inLarge, size.seconds)
    const fanOut = await fanOutOf(own.database, crowd, { ours: ours.pid, bare: bare.pid })
    return {
      members,
      postMs: post.ours.cpuMsPerRequest,
      postOfTwoMs: post.limit.cpuMsPerRequest,
      postRatio: post.ratio,
      postsPerSecond: Math.round(requestsPerSecond),
      online,
      ...fanOut,
    }
  } finally {
    await ours.stop()
    await bare.stop()
  }
}

/** Members write in turn: in the large club, or in their own of two. */
function sideOf(club: Club | undefined, { people }: ClubCrowd, pids: number[]): Side {
  const requests = people.slice(0, writers).map(({ token, own }, index): Target['requests'][number] => ({
    method: 'POST',
    path: `/spa/api/v1/clubs/${(club ?? own).id}/chat/messages?lang=en`,
    headers: {
      authorization: `Bearer ${token}`,
      'x-app-id': 'kurso',
      'x-app-type': 'web',
      'x-forwarded-for': `10.2.${index >> 8}.${index & 255}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ message: 'Thank you, the second exercise is much easier now. Who tries the third one?' }),
    setupRequest: request => ({
      ...request,
      headers: { ...request.headers, 'idempotency-key': randomUUID() },
    }),
  }))
  return { target: { url: `http://127.0.0.1:${ports.ours}`, requests }, pids }
}

/** The first one is slower than all others, and says why it is refused. */
async function postOnce({ url, requests }: Target) {
  const [first] = requests
  if (!first?.body) throw new Error('Nobody writes')
  const headers = { ...first.headers, 'idempotency-key': randomUUID() }
  const answer = await fetch(url + first.path, { method: first.method, headers, body: first.body })
  if (!answer.ok) throw new Error(`A post was answered ${answer.status}: ${await answer.text()}`)
}

async function fanOutOf(database: Database, { large, people }: ClubCrowd, pids: { ours: number; bare: number }) {
  const room = `club:${large.id}`
  const helloOf = (index: number) =>
    JSON.stringify({ type: 'hello', token: people[index]?.token, app_id: 'kurso', rooms: { [room]: null } })
  const ourCrowd = await connectCrowd(ports.ours, online, helloOf)
  const bareCrowd = await connectCrowd(ports.bare, online)
  await until(() => ourCrowd.others >= online * 2)
  await pause(1000)
  const measured = async (count: number): Promise<FanOut> => {
    const cpu = { ours: 0, bare: 0 }
    const all = { deliveries: online * count, rounds: Math.ceil(rounds / count) }
    const write = () => writeMessages(database, large, people.at(-1)?.userId ?? 0, count)
    const send = () => sendBare(ports.bare, ourCrowd.bytes, count)
    await cpuOfRounds(pids.ours, ourCrowd, { ...all, rounds: 5 }, write)
    await cpuOfRounds(pids.bare, bareCrowd, { ...all, rounds: 5 }, send)
    for (let block = 0; block < blocks; block++) {
      cpu.ours += await cpuOfRounds(pids.ours, ourCrowd, all, write)
      cpu.bare += await cpuOfRounds(pids.bare, bareCrowd, all, send)
    }
    const deliveries = all.deliveries * all.rounds * blocks * 1000
    const perSecond = (ms: number) => Math.round(deliveries / ms)
    return { oursPerCpuSecond: perSecond(cpu.ours), barePerCpuSecond: perSecond(cpu.bare), ratio: cpu.bare / cpu.ours }
  }
  const fanOut = { single: await measured(1), burst: await measured(burst) }
  ourCrowd.stop()
  bareCrowd.stop()
  return fanOut
}

/** Messages of a member, and the notice by which another node would tell of them: the server is measured without the posts. */
async function writeMessages(database: Database, { id }: Club, authorId: number, count: number): Promise<void> {
  await database.query({
    text: `with counted as (
        update club_chats set message_count = message_count + $3 where community_id = $1 returning message_count
      ), added as (
        insert into club_messages (community_id, number, author_id, text, client_key, created_at, updated_at)
        select $1, message_count - n, $2, 'Who tries the third exercise with me tomorrow?', gen_random_uuid()::text, now(), now()
        from counted, generate_series($3::int - 1, 0, -1) n returning id
      )
      select publish_event('club:' || $1::bigint, 'club_message', jsonb_build_object('message_id', id)) from added`,
    values: [id, authorId, count],
  })
  const notice = JSON.stringify({ from: 'bench', rooms: [`club:${id}`], signals: [] })
  await database.query({ text: `select pg_notify('live', $1)`, values: [notice] })
}

/** What a post costs, then what reaches those who are online. */
export function printClubChat(figures: ClubChatFigures): void {
  console.table([
    {
      row: `a post to a club of ${figures.members}, beside clubs of two, CPU ms (at once ${figures.postsPerSecond}/s)`,
      ours: figures.postMs.toFixed(3),
      limit: figures.postOfTwoMs.toFixed(3),
      is: figures.postRatio.toFixed(2),
      goal: `≤ ${goal}`,
    },
    {
      ...fanOutRow(`a message to ${figures.online} who are online, deliveries per CPU second`, figures.single),
      // Reading it from the database costs as much as bringing it to a hundred people.
      goal: '',
    },
    fanOutRow(`${burst} messages that come together, to as many`, figures.burst),
  ])
}

const fanOutRow = (row: string, { oursPerCpuSecond, barePerCpuSecond, ratio }: FanOut) => ({
  row,
  ours: oursPerCpuSecond,
  limit: barePerCpuSecond,
  is: ratio.toFixed(2),
  goal: '≥ 0.7',
})
