import { expect, test } from 'vitest'
import type { CourseOfferWire } from './catalogue/catalogue-wire.ts'
import { offerFromWire, serviceFromWire } from './forms.ts'
import type { ServiceWire } from './wire.ts'

const product = (id: number, alias: string) => ({ id, alias, code: `school.tea.${alias}` })
const wire: ServiceWire = {
  id: 4,
  service_id: 4,
  type: 'course_buy',
  title: 'Tea',
  description: 'Hot',
  price: 9900,
  currency: 'EUR',
  prices: [{ currency: 'EUR', amount: 9900 }],
  quantity: 1,
  order_id: 12,
  course_id: 7,
  trial_days: 0,
  period: 1,
  interval: 'month',
  instalments: 1,
  appstore_products: [product(1, 'ios'), product(2, 'application'), product(3, 'android')],
}
const service = {
  serviceId: 4,
  title: 'Tea',
  description: 'Hot',
  price: 9900,
  currency: 'EUR',
  type: 'course_buy',
  quantity: 1,
  orderId: 12,
  courseId: 7,
  appstoreProducts: [product(1, 'ios'), product(3, 'android')],
}

test('a service comes with the stores’ products that sell it, and not with the one that is the whole app', () => {
  expect(serviceFromWire(wire)).toEqual(service)
})

test('the course of a service is the one that came with it, else the one that it names', () => {
  expect(serviceFromWire({ ...wire, course: { id: 8, title: 'Coffee' } }).courseId).toBe(8)
  expect(serviceFromWire({ ...wire, course: null }).courseId).toBe(7)
  const { courseId, orderId } = serviceFromWire({ ...wire, course_id: null, order_id: null })
  expect([courseId, orderId]).toEqual([undefined, undefined])
})

test('an offer comes with what it sells', () => {
  const picture = { large: '/l.jpg', medium: '/m.jpg', small: '/s.jpg' }
  const offer: CourseOfferWire = {
    id: 1,
    title: 'One more cup',
    description: 'Now',
    course_service: 4,
    course_offer_relation_type_id: 2,
    images_files: [picture],
    service: wire,
  }
  expect(offerFromWire(offer)).toEqual({
    serviceId: 4,
    title: 'One more cup',
    description: 'Now',
    relationTypeId: 2,
    images: [picture],
    service,
  })
})
