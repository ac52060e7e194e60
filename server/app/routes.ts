import { consentRoutes } from '#server/features/consent/routes.ts'
import { joiningRoutes } from '#server/features/joining/routes.ts'
import { profileRoutes } from '#server/features/profile/routes.ts'
import { noteBrandChange } from '#server/features/accounts/note-brand-change.ts'
import { peopleRoutes } from '#server/features/people/routes.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { socialRoutes } from '#server/features/social/routes.ts'
import { billingRoutes } from '#server/features/billing/routes.ts'
import { brandById, type Brands } from '#server/features/brands/load-brands.ts'
import type { BrandKeeper } from '#server/features/brands/keep-brands.ts'
import { brandRoutes } from '#server/features/brands/routes.ts'
import { brandStudioRoutes } from '#server/features/brands/studio.ts'
import { chatRoutes } from '#server/features/chat/routes.ts'
import { consultationRoutes } from '#server/features/consultations/routes.ts'
import { courseRoutes } from '#server/features/courses/routes.ts'
import { homeworkRoutes } from '#server/features/homework/routes.ts'
import { avatarRoutes } from '#server/features/profile/avatar.ts'
import { ownFiles } from '#server/features/media/queries.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { pointRoutes } from '#server/features/points/routes.ts'
import { progressRoutes } from '#server/features/progress/routes.ts'
import { streamRoutes } from '#server/features/streams/routes.ts'
import { supportRoutes } from '#server/features/support/routes.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { BoundRoute } from '#server/platform/http/routes.ts'
import type { Notifications } from './notifications.ts'
import { liveRoutes } from '#server/platform/live/routes.ts'
import { telemetryRoutes } from '#server/platform/telemetry/routes.ts'

/** What calls need beside what each request brings. */
export type RouteParts = {
  brands: Brands
  jobs: Pick<JobQueue, 'send'>
  publicUrl: string
  notifications: Notifications
  brandKeeper: BrandKeeper
}

/** Every feature's calls. */
export function allRoutes({ brands, brandKeeper, jobs, notifications }: RouteParts): BoundRoute[] {
  return [
    ...liveRoutes,
    ...telemetryRoutes(brandId => brandById(brands, brandId).config.analytics.own),
    ...brandRoutes(brands, notifications.keys.publicKey),
    ...brandStudioRoutes({ keeper: brandKeeper, note: noteBrandChange }),
    ...accountRoutes,
    ...joiningRoutes({ brands, jobs }),
    ...peopleRoutes({ jobs, fileAddresses: ownFiles }),
    ...consentRoutes,
    ...profileRoutes(jobs),
    ...socialRoutes(brands),
    ...mediaRoutes,
    ...avatarRoutes,
    ...pointRoutes,
    ...courseRoutes,
    ...billingRoutes,
    ...streamRoutes(brands),
    ...progressRoutes(brands),
    ...chatRoutes(brands),
    ...homeworkRoutes,
    ...consultationRoutes(brands),
    ...supportRoutes({ brands, jobs }),
    ...notificationRoutes(notifications),
  ]
}
