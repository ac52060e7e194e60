import type { UserWire } from '#shared/features/accounts/contract.ts'
import type { OnboardingFacts } from '#shared/features/onboarding/rules.ts'

/** What the registration chat goes by of the user. */
export function factsOf(user: UserWire): OnboardingFacts {
  return {
    status: user.status,
    firstName: user.name,
    lastName: user.last_name,
    city: user.city,
    email: user.email ?? undefined,
    birthday: user.birthday ?? undefined,
    hasAvatar: user.avatar !== null,
    hasPassword: user.has_password ?? true,
  }
}
