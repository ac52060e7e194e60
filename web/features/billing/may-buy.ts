import { site } from '#kit/features/brands/site.ts'
import { settings } from '#kit/request/connection.ts'

/** Whether things are sold here: in the mobile app only where the brand has switched buying in it on. */
export const mayBuy = () => settings.appType !== 'mobile' || site().config.isAppStoreSupport
