import type { AppType } from '#shared/features/brands/rules.ts'

const key = 'app-type'

const isAppType = (value: string | null): value is AppType => value === 'mobile' || value === 'web'

/**
 * What this tab runs in. The mobile app's shell opens its first page with `?appType=mobile`, which is taken out of the
 * address and remembered by the tab alone: a link with it changes no later visit.
 */
export function startAppType(): AppType {
  const address = new URL(location.href)
  const told = address.searchParams.get('appType')
  if (isAppType(told)) sessionStorage.setItem(key, told)
  if (told !== null) {
    address.searchParams.delete('appType')
    history.replaceState(history.state, '', address.href)
  }
  const kept = sessionStorage.getItem(key)
  return isAppType(kept) ? kept : 'web'
}
