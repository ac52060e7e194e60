import { type Brands, brandById } from '#server/features/brands/load-brands.ts'
import { routes } from '#server/platform/http/routes.ts'
import { onboarding } from '#shared/features/onboarding/contract.ts'
import { listAnswers, setAnswer } from './queries.ts'

/** The calls of the registration chat; what can be chosen is each brand's. */
export const onboardingRoutes = (brands: Brands) =>
  routes(onboarding, {
    'GET /user-answers': ({ db, user }) => listAnswers(db, user.userId),

    async 'PUT /user-answers'({ db, user, body: { name, value }, now, refuse }) {
      const { userInfoChat } = brandById(brands, user.brandId).config
      const asked = userInfoChat.find(question => question.type === 'choice' && question.name === name)
      if (!asked) return refuse('unknown_answer', { fields: ['name'] })
      if (!asked.options?.some(option => option.value === value)) return refuse('unknown_answer', { fields: ['value'] })
      return (await setAnswer(db, user.userId, name, value, now / 1000)) ?? refuse('not_signed_in')
    },
  })
