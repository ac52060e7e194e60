/** Where each switch of a brand takes effect; the tests of both sides try it there. */
export const switches = {
  isDemoAccessible: ['server', 'app'],
  isBannerEnable: ['server', 'app'],
  isChatSupport: ['server', 'app'],
  isVideoConsultationSupport: ['server', 'app'],
  isRegistrationEnable: ['server', 'app'],
  isUserAnonAuthEnable: ['server'],
  isDemoStreamListed: ['server'],
  isConsultationEnable: ['server', 'app'],
  isCommunityEnable: ['server', 'app'],
  isOfflineEnable: ['server', 'app'],
  isNewRenewCourseEnable: ['server', 'app'],
  isCookieConsentEnable: ['app'],
  isAppStoreSupport: ['app'],
  mobileAppWebBottomBar: ['app'],
  isHomeworkInChats: ['app'],
  'clubInApp.showButtonGoTo': ['app'],
  'emailRules.isStrict': ['server', 'app'],
  'analytics.own': ['server', 'app'],
} as const satisfies Record<string, readonly Side[]>

type Side = 'server' | 'app'
type Switches = typeof switches

/** A way to try every switch that takes effect on a side. */
export type SwitchTrials<S extends Side, Trial> = {
  [Name in keyof Switches as S extends Switches[Name][number] ? Name : never]: Trial
}
