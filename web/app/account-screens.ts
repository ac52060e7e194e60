/**
 * The screens around one's own account, apart from the route table: their addresses are known at once, their chunks only
 * when one of them is asked for.
 */
export const accountScreens = {
  bonuses: async () => (await import('#web/features/profile/ActivityScreens.tsx')).BonusesScreen,
  codeSignIn: async () => (await import('#web/features/joining/EmailCode.tsx')).CodeSignInScreen,
  cookie: async () => (await import('#web/features/consent/CookieScreen.tsx')).CookieScreen,
  delete: async () => (await import('#web/features/profile/DeleteScreen.tsx')).DeleteScreen,
  devices: async () => (await import('#web/features/profile/DevicesScreen.tsx')).DevicesScreen,
  emailVerification: async () =>
    (await import('#web/features/joining/EmailVerificationScreen.tsx')).EmailVerificationScreen,
  linkSocialNetworks: async () =>
    (await import('#web/features/social/SocialNetworksScreen.tsx')).LinkSocialNetworksScreen,
  notificationSettings: async () =>
    (await import('#web/features/notifications/NotificationsScreen.tsx')).NotificationsScreen,
  password: async () => (await import('#web/features/profile/PasswordScreen.tsx')).PasswordScreen,
  paymentMethods: async () => (await import('#web/features/profile/SettingsScreen.tsx')).PaymentMethodsScreen,
  phoneVerification: async () =>
    (await import('#web/features/joining/PhoneVerificationScreen.tsx')).PhoneVerificationScreen,
  profile: async () => (await import('#web/features/profile/EditProfileScreen.tsx')).EditProfileScreen,
  referrals: async () => (await import('#web/features/profile/ActivityScreens.tsx')).ReferralsScreen,
  registration: async () => (await import('./shell/RegistrationScreen.tsx')).RegistrationScreen,
  reminder: async () => (await import('#web/features/notifications/ReminderScreen.tsx')).ReminderScreen,
  reminderNew: async () => (await import('#web/features/notifications/ReminderScreen.tsx')).ReminderNewScreen,
  reminders: async () => (await import('#web/features/notifications/RemindersScreen.tsx')).RemindersScreen,
  reset: async () => (await import('#web/features/joining/ResetScreen.tsx')).ResetScreen,
  resetPassword: async () => (await import('#web/features/joining/ResetPasswordScreen.tsx')).ResetPasswordScreen,
  settingMenu: async () => (await import('./shell/SettingMenuScreen.tsx')).SettingMenuScreen,
  settings: async () => (await import('#web/features/profile/SettingsScreen.tsx')).SettingsScreen,
  signUp: async () => (await import('#web/features/joining/SignUpScreen.tsx')).SignUpScreen,
  socialNetworks: async () => (await import('#web/features/social/SocialNetworksScreen.tsx')).SocialNetworksScreen,
  statistics: async () => (await import('#web/features/profile/ActivityScreens.tsx')).StatisticsScreen,
  subscriptions: async () => (await import('#web/features/billing/SubscriptionsScreen.tsx')).SubscriptionsScreen,
  support: async () => (await import('#web/features/support/SupportScreen.tsx')).SupportScreen,
  supportRequest: async () => (await import('#web/features/support/SupportRequestScreen.tsx')).SupportRequestScreen,
  supportTopic: async () => (await import('#web/features/support/SupportTopicScreen.tsx')).SupportTopicScreen,
  unsubscribe: async () => (await import('#web/features/notifications/UnsubscribeScreen.tsx')).UnsubscribeScreen,
  updateProfile: async () => (await import('#web/features/profile/EditProfileScreen.tsx')).UpdateProfileScreen,
}
