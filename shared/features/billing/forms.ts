import { msFromSeconds } from '#shared/platform/times.ts'
import type { PictureWire } from '#shared/features/media/contract.ts'
import type { CourseOfferWire } from './catalogue/catalogue-wire.ts'
import type { PaymentSubscriptionWire, ServiceWire } from './wire.ts'

/** A subscription as the apps know it; times in ms. */
export type Subscription = {
  id: number
  title: string
  status: PaymentSubscriptionWire['status']
  isLifetime: boolean
  isActive: boolean
  nextPayAt: number | undefined
  endDate: number | undefined
  courseServiceType: PaymentSubscriptionWire['course_service_type']
}

const inMs = (seconds: number | null) => (seconds === null ? undefined : msFromSeconds(seconds))

/** A subscription from the wire. */
export function subscriptionFromWire(wire: PaymentSubscriptionWire): Subscription {
  return {
    id: wire.id,
    title: wire.title,
    status: wire.status,
    isLifetime: wire.is_lifetime,
    isActive: wire.is_active,
    nextPayAt: inMs(wire.next_pay_at),
    endDate: inMs(wire.end_date),
    courseServiceType: wire.course_service_type,
  }
}

/** What an app store sells instead of a service, by the app and its code there. */
type AppStoreProduct = { id: number; alias: string; code: string }

/** A service as the apps know it; the price in minor units. */
export type Service = {
  serviceId: number
  title: string
  description: string
  price: number
  currency: string
  type: ServiceWire['type']
  orderId: number | undefined
  quantity: number
  courseId: number | undefined
  appstoreProducts: AppStoreProduct[]
}

/** The product of this name is the whole app, which no service is sold by. */
const wholeApp = 'application'

/** A service from the wire; its course is the one that came with it, otherwise the one that it names. */
export function serviceFromWire(wire: ServiceWire): Service {
  const { title, description, price, currency, type, quantity } = wire
  return {
    serviceId: wire.service_id,
    title,
    description,
    price,
    currency,
    type,
    quantity,
    orderId: wire.order_id ?? undefined,
    courseId: wire.course?.id ?? wire.course_id ?? undefined,
    appstoreProducts: wire.appstore_products.filter(({ alias }) => alias !== wholeApp),
  }
}

/** An offer as the apps know it, with the service that it sells. */
export type Offer = {
  serviceId: number
  title: string
  description: string
  relationTypeId: number
  images: PictureWire[]
  service: Service
}

/** An offer from the wire. */
export function offerFromWire(wire: CourseOfferWire): Offer {
  return {
    serviceId: wire.course_service,
    title: wire.title,
    description: wire.description,
    relationTypeId: wire.course_offer_relation_type_id,
    images: wire.images_files,
    service: serviceFromWire(wire.service),
  }
}
