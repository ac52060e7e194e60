import { live } from '#shared/platform/live.ts'
import { routes } from '../http/routes.ts'

export const liveRoutes = routes(live, {
  'POST /live/poll': ({ live: news, user, body, onEnd }) => news.poll(user, body, onEnd),
})
