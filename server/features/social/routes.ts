import { brandById, type Brands } from '#server/features/brands/load-brands.ts'
import { routes } from '#server/platform/http/routes.ts'
import { socialAddress, socialNames, socialPlatformOf } from '#shared/features/social/rules.ts'
import { social } from '#shared/features/social/contract.ts'
import { requireProof } from '#server/features/accounts/sessions/proofs.ts'
import { deleteLink, listLinks, lockLinks } from './queries.ts'

/** The calls about networks; `brands` list only configured ones. */
export const socialRoutes = (brands: Brands) =>
  routes(social, {
    'GET /user-external-auth': async ({ db, user, query, caller }) => {
      const { socialAuth } = brandById(brands, caller.brandId).config
      const links = user ? await listLinks(db, user.userId) : []
      const providers = socialAuth[query.platform ?? socialPlatformOf(caller.userAgent)].map(source => {
        const id = links.find(link => link.source === source)?.id ?? null
        return {
          source,
          name: socialNames[source],
          login_url: socialAddress(source, 'login', caller.brandId),
          link_url: socialAddress(source, 'link', caller.brandId),
          id,
          is_linked: id !== null,
        }
      })
      return { providers }
    },

    'DELETE /user-external-auths/:id': async ({ db, user, params, now, log, refuse }) => {
      await requireProof({ db, user, now, refuse })
      return db.inTransaction(async tx => {
        await lockLinks(tx, user.userId)
        const link = await deleteLink(tx, params.id, user.userId)
        if (!link) return refuse('not_found')
        if (!link.isGone) {
          log.info({ linkId: params.id }, 'Not unlinked: it is the only way to sign in')
          return refuse('last_way_in')
        }
        return {}
      })
    },
  })
