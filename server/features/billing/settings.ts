import { address, featureSettings, setting } from '#server/platform/setting.ts'

const origin = (text: string) =>
  text === '' ? undefined : address(text, ['http:', 'https:'], 'http://127.0.0.1:8090').origin

/** Where the trial payment provider is when it does not run beside this process. */
export const billingSettings = featureSettings({
  table: {
    SANDBOX_URL: setting(
      '',
      'Address of a trial payment provider that runs elsewhere, as beside another server of the school.',
      origin,
    ),
  },
  read: read => ({ sandboxUrl: read('SANDBOX_URL') }),
})
