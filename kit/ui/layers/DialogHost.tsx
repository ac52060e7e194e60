import { Fragment, useSyncExternalStore } from 'react'
import { openDialogs } from './dialogs.ts'

/** Shows what `openDialog` and `confirm` open; mounted once, inside the copy provider. */
export function DialogHost() {
  const dialogs = useSyncExternalStore(openDialogs.subscribe, openDialogs.read)
  return dialogs.map(dialog => <Fragment key={dialog.id}>{dialog.render()}</Fragment>)
}
