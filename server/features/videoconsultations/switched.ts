import { configIn } from '#shared/features/brands/rules.ts'
import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import type { Actor, Caller } from '#server/platform/http/routes.ts'

const appTypes = ['web', 'mobile'] as const

/** Whether a school has video consultations in a kind of app, or, where none is given, in any. */
export function hasVideo(brands: Brands, brandId: string, appType?: Caller['appType']): boolean {
  const brand = brandById(brands, brandId)
  const asked = appType ? [appType] : appTypes
  return asked.some(type => configIn(brand, type).isVideoConsultationSupport)
}

type Asking = { user: Pick<Actor, 'role' | 'brandId'>; caller: Pick<Caller, 'appType'> }

/** Whether who asks has video consultations: a learner in the app that they use, staff where the school's learners have them in any. */
export function isSwitchedOn(brands: Brands, { user: { role, brandId }, caller: { appType } }: Asking): boolean {
  return hasVideo(brands, brandId, role === 'learner' ? appType : undefined)
}
