type Size = {
  learners: number
  /** Of the learners, those who ask. */
  asking: number
  /** Chats with ten thousand messages. */
  longChats: number
  /** Pairs of a target and its limit, of which the median counts, and how long each is loaded. */
  rounds: number
  seconds: number
  connections: number
  /** Blocks of rounds in which every connection is sent an event. */
  blocks: number
  /** Members of a club who are online, and the messages that they are sent in a block. */
  online: number
  clubRounds: number
  /** Messages posted to an open page. */
  posts: number
  /** Times that free times are read, calls that go on, and for how long their signals are measured. */
  slotReads: number
  calls: number
  callSeconds: number
  /** Pages visited, of those that are listed. */
  pages: number
  /** Learners of a school that grew, each with ten statistics and twenty messages. */
  grown: number
  /** A school that is backed up: its learners, each with thirty rows, its films of 100 MB, and those who work meanwhile. */
  backedUp: { learners: number; films: number; working: number; seconds: number }
}

const whole: Size = {
  learners: 5000,
  asking: 500,
  longChats: 20,
  rounds: 3,
  seconds: 4,
  connections: 5000,
  blocks: 4,
  online: 200,
  clubRounds: 300,
  posts: 300,
  slotReads: 300,
  calls: 500,
  callSeconds: 60,
  pages: 4,
  grown: 500_000,
  backedUp: { learners: 40_000, films: 100, working: 50, seconds: 120 },
}
const quick: Size = {
  learners: 200,
  asking: 20,
  longChats: 1,
  rounds: 1,
  seconds: 1,
  connections: 200,
  blocks: 1,
  online: 20,
  clubRounds: 10,
  posts: 20,
  slotReads: 5,
  calls: 20,
  callSeconds: 2,
  pages: 1,
  grown: 2000,
  backedUp: { learners: 400, films: 1, working: 20, seconds: 5 },
}

/** How much the bench measures. With `--quick` it only shows that every part runs: its figures say little. */
export const size = process.argv.includes('--quick') ? quick : whole
