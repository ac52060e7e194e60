import { featureSettings, oneOf, setting } from '#server/platform/setting.ts'

/** The operator's settings for video consultations. */
export type CalendarSettings = { allowPrivate: boolean }

export const calendarSettings = featureSettings({
  table: {
    CALENDAR_ALLOW_PRIVATE: setting(
      'off',
      'on for tests and development only: experts’ calendars may be read from this machine and its networks, also without TLS.',
      text => oneOf('on', 'off')(text) === 'on',
    ),
  },
  read: (read): CalendarSettings => ({ allowPrivate: read('CALENDAR_ALLOW_PRIVATE') }),
})
