/**
 * What this tab runs in. The mobile app's shell opens its first page with `?appType=mobile`, which is taken out of the
 * address and remembered by the tab alone: a link with it changes no later visit.
 */
export function keepAppType(): void {
  const address = new URL(location.href)
  const told = address.searchParams.get('appType')
  if (told === 'mobile' || told === 'web') sessionStorage.setItem('app-type', told)
  address.searchParams.delete('appType')
  history.replaceState(history.state, '', address.href)
}
