import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { feature as brands } from '#server/features/brands/feature.ts'
import type { UploadLimits } from '#shared/features/media/rules.ts'
import { brandById } from '#server/features/brands/load-brands.ts'
import { type ServerParts, serverFeature } from '#server/platform/feature.ts'
import { ownedBy } from '#server/platform/personal-tables.ts'
import { makePrivateFolder } from '#server/platform/storage/file-store.ts'
import { mediaChecks } from './check-media.ts'
import { canConvert } from './convert/convert-film.ts'
import { convertVideo } from './convert/convert-video.ts'
import { mediaFolder, openMediaStore } from './media-store.ts'
import { mediaRoutes } from './routes.ts'
import { type IsOpenToAll, type MayWatch, serveMediaFiles } from './serve/serve-media.ts'
import { tidyMedia } from './tidy-media.ts'
import type { ReceivingDependencies } from './upload/receive-file.ts'
import { serveUploads } from './upload/serve-uploads.ts'
import { openTus } from './upload/tus-server.ts'

const hourMs = 3_600_000
const convertJob = 'convert-video'

export const feature = serverFeature({
  name: 'media',
  open: openMedia,
  routes: () => mediaRoutes,
  personalTables: { media: { ...ownedBy('owner_id'), hide: ['secret'] } },
  jobs: ({ clock }, { receiving, hasFfmpeg }) => ({
    [convertJob]: {
      work: ({ mediaId }, signal) => convertVideo({ ...receiving, hasFfmpeg, clock }, Number(mediaId), signal),
    },
  }),
  checks: ({ s3, publicUrl }, { receiving, canConvertNow: canConvert }) =>
    mediaChecks({ store: receiving.store, bucket: s3?.bucket, publicUrl, canConvert }),
  tidying: ({ clock }, { receiving }) => [{ everyMs: hourMs, work: () => tidyMedia({ ...receiving, clock }) }],
  async serve(server, parts, { receiving, rules, openRules, hasFfmpeg }) {
    sayWithoutFfmpeg(server, hasFfmpeg)
    const limitsOf = (brandId: string): UploadLimits => {
      const { uploadMaxBytes: fileBytes, uploadQuota } = brandById(parts.of(brands).brands, brandId).config
      return { fileBytes, ...uploadQuota }
    }
    await serveUploads(server, { ...parts, ...receiving, tus: openTus(receiving.folder), limitsOf })
    const mayWatch: MayWatch = async (...asked) => {
      for (const allows of rules) if (await allows(...asked)) return true
      return false
    }
    const isOpenTo: IsOpenToAll = async id => {
      for (const opens of openRules) if (await opens(id)) return true
      return false
    }
    await serveMediaFiles(server, { ...parts, store: receiving.store, mayWatch, isOpenTo })
  },
})

async function openMedia({ database, dataDir, s3, jobs, clock }: ServerParts) {
  const folder = join(dataDir, 'uploads')
  for (const needed of [mediaFolder(dataDir), folder]) await makePrivateFolder(needed)
  const hearers: ((mediaId: number) => void)[] = []
  const rules: MayWatch[] = []
  const openRules: IsOpenToAll[] = []
  const receiving: ReceivingDependencies = {
    database,
    store: openMediaStore({ dataDir, s3 }),
    folder,
    // Who has sent many films lets those of others go first.
    convertLater: (tx, mediaId, waiting = 0) =>
      jobs.send(tx, convertJob, String(mediaId), { mediaId }, { priority: -waiting }),
    onMediaChanged: mediaId => hearers.forEach(hear => hear(mediaId)),
  }
  return {
    receiving,
    rules,
    openRules,
    ...watchForFfmpeg(clock),
    /** Calls `hear` with the id of each upload whose status or progress has changed. */
    onChange: (hear: (mediaId: number) => void) => void hearers.push(hear),
    /** Adds a rule for what of a course anybody may watch, without a session. */
    openTo: (rule: IsOpenToAll) => void openRules.push(rule),
    /** Adds a rule for who may watch an item; owners always may. */
    mayWatch: (rule: MayWatch) => void rules.push(rule),
  }
}

function sayWithoutFfmpeg(server: FastifyInstance, hasFfmpeg: () => Promise<boolean>) {
  server.addHook('onListen', async () => {
    if (!(await hasFfmpeg()))
      server.log.warn('ffmpeg is missing: videos that browsers can play are kept as they are, others are refused')
  })
}

const lookedEveryMs = 60_000

function watchForFfmpeg(clock: () => number) {
  let found: Promise<boolean> | undefined
  let lookedAt = 0
  let hasBeen = false
  const canConvertNow = () => {
    if (found && clock() - lookedAt < lookedEveryMs) return found
    lookedAt = clock()
    found = canConvert().then(isHere => {
      hasBeen ||= isHere
      return isHere
    })
    return found
  }
  return {
    /** Whether ffmpeg is here, or was since the start: what needs it waits until it is back. */
    hasFfmpeg: async () => hasBeen || canConvertNow(),
    /** Whether ffmpeg is here, as of a minute ago at most. */
    canConvertNow,
  }
}
