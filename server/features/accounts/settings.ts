import { featureSettings, oneOf, setting } from '#server/platform/setting.ts'
import { leastKeyLength } from './code-key.ts'

function codeKey(text: string): string | undefined {
  if (text !== '' && text.length < leastKeyLength) throw new Error(`must have at least ${leastKeyLength} characters`)
  return text || undefined
}

/** The operator's key for codes, undefined when the server makes its own, and whether staff must have a second factor. */
export const accountSettings = featureSettings({
  table: {
    CODE_KEY: setting(
      '',
      'Key with which one-time codes and second factors are stored, at least 32 characters; made in DATA_DIR/code.key when not given. Several servers need the same.',
      codeKey,
    ),
    REQUIRE_SECOND_FACTOR: setting(
      'off',
      'on when staff must set up two-step verification before they see anything.',
      text => oneOf('on', 'off')(text) === 'on',
    ),
  },
  read: read => ({ codeKey: read('CODE_KEY'), isSecondFactorRequired: read('REQUIRE_SECOND_FACTOR') }),
})
