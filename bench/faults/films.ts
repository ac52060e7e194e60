// Sends to the built server many films at once over a connection that is cut: `npx tsx bench/faults/films.ts 40 200 10` (films, MB each, cuts).
import { asBuilt } from '#server/app/testing/child-server.ts'
import { sendManyFilms } from './many-films.ts'

const [films = 40, megabytes = 200, cuts = 10] = process.argv.slice(2).map(Number)
const mostAboveIdle = 400e6
const seen = await sendManyFilms({
  films,
  bytes: megabytes * 1e6,
  cuts,
  program: asBuilt,
  say: line => console.log(line),
})
const arrived = seen.films.filter(({ status }) => status === 'DONE').length
const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const above = seen.most.tree - seen.idle.tree
console.log(`${arrived} of ${films + 1} converted after ${Math.round(seen.allSeconds)} s, ${seen.cuts} cuts`)
console.log(`the learner's film waited for ${seen.waitedFor} of the library's`)
console.log(`server: ${mb(seen.idle.server)} idle, ${mb(seen.most.server)} at most`)
console.log(`with its conversions: ${mb(seen.idle.tree)} idle, ${mb(seen.most.tree)} at most, ${mb(above)} above idle`)
const isGood = arrived === films + 1 && seen.cuts === cuts && above < mostAboveIdle && seen.waitedFor <= 1
console.log(isGood ? 'good' : 'FAILED')
process.exit(isGood ? 0 : 1)
