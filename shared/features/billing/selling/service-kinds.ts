/** What a service is, whether learners see it, and whether a discount code can be used. */
export const serviceTypes = ['course_demo', 'course_buy', 'course_subscription'] as const
export const serviceStates = ['shown', 'hidden', 'archived'] as const
export const discountStates = ['valid', 'archived'] as const
