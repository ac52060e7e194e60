import { feature as brands } from '#server/features/brands/feature.ts'
import { feature as media } from '#server/features/media/feature.ts'
import { serverFeature } from '#server/platform/feature.ts'
import { measureItem } from './measure-item.ts'
import { downloadRoutes, measureJob } from './routes.ts'

export const feature = serverFeature({
  name: 'downloads',
  routes: ({ jobs, of }) => downloadRoutes(of(brands).brands, jobs),
  jobs: ({ database, log, of }) => {
    const { receiving, hasFfmpeg } = of(media)
    const measuring = { database, log, store: receiving.store, folder: receiving.folder, hasFfmpeg }
    return { [measureJob]: { work: ({ mediaId }, signal) => measureItem(measuring, Number(mediaId), signal) } }
  },
})
