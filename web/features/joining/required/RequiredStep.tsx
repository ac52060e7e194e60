import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { request } from '#kit/request/request.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { userQuery } from '#web/features/accounts/data.ts'
import { pressSignOut } from '#web/features/accounts/sign-out-press.ts'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './RequiredStep.module.css'

/** The page around a step that a signed-in user must take before anything else: logo and sign-out. */
export function RequiredStep({ children }: { children: ReactNode }) {
  const t = useCopy()
  const { domain } = site().site
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <img className={styles.logo} src={domain.spa_header_logo} alt={domain.name} />
        <LinkButton look="ghost" icon="exit" href={pathTo('logout')} onClick={pressSignOut}>
          {t('accounts.signOut')}
        </LinkButton>
      </header>
      {children}
    </div>
  )
}

/** Moves on from a finished step: the user is refetched, then the route guards decide. */
export function useNextStep(): () => Promise<void> {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return async () => {
    const now = await request('GET /user').catch(() => undefined)
    if (now) client.setQueryData(userQuery().queryKey, now.data)
    // With a session, sign-in leads to the stored return address, else home.
    navigate(pathTo('login'), { replace: true })
  }
}
