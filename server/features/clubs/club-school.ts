import { type Brands, brandById } from '#server/features/brands/load-brands.ts'

/** The ids of the brands that have clubs. */
export const brandsWithClubs = (brands: Brands): string[] =>
  brands.list.filter(({ config }) => config.isCommunityEnable).map(({ id }) => id)

/**
 * What a call of clubs is given, as if by somebody of no school where theirs has its clubs switched off: nothing is found for them, as
 * where there are no clubs.
 */
export const whereClubsAreOn =
  (brands: Brands) =>
  <Given extends { user: { brandId: string } }>(given: Given): Given =>
    brandById(brands, given.user.brandId).config.isCommunityEnable
      ? given
      : { ...given, user: { ...given.user, brandId: '' } }
