import { site } from '#kit/features/brands/site.ts'
import { settings } from '#kit/request/connection.ts'

/** Whether the school takes money itself here: never in the mobile app, where the app’s store alone sells. */
export const sellsOnWeb = () => settings.appType !== 'mobile'

/** Whether things are sold here: in the mobile app only where the brand has switched buying in it on and the app has a store. */
export const mayBuy = () => sellsOnWeb() || (site().config.isAppStoreSupport && window.kursoAppStore !== undefined)
