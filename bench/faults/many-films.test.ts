import { expect, test } from 'vitest'
import { rounds } from '#server/app/testing/rounds.ts'
import { runsFfmpeg } from '#server/features/media/testing/needs-ffmpeg.ts'
import { learnersBytes, sendManyFilms } from './many-films.ts'

test.runIf(runsFfmpeg)(
  'films sent at once over a connection that is cut all arrive, in fair turns and little memory [STF-03][MED-03]',
  async () => {
    const count = rounds({ few: 3, all: 6 })
    const { films, cuts, idle, most, waitedFor } = await sendManyFilms({ films: count, bytes: 8e6, cuts: 3 })
    expect(cuts).toBe(3)
    expect(films.map(({ status, bytes }) => [status, bytes])).toEqual([
      ...Array.from({ length: count }, () => ['DONE', 8e6]),
      ['DONE', learnersBytes],
    ])
    // The one that is being converted when the learner's film comes.
    expect(waitedFor).toBeLessThanOrEqual(1)
    expect((most.tree - idle.tree) / 1e6).toBeLessThan(400)
  },
)
