import { routes } from '#server/platform/http/routes.ts'
import { joining } from '#shared/features/joining/contract.ts'
import type { Parts } from './joining-context.ts'
import {
  askForReset,
  resetPassword,
  askForEmailCode,
  signInByCode,
  askForPhoneCode,
  verifyPhone,
  putOff,
  updatePassword,
} from './codes.ts'
import { askForProof, prove } from './prove.ts'
import { signUpByEmail, validateForm, signInByAppId, signUpByAppId } from './sign-up.ts'

/** Calls for signing up, signing in and proving who you are. */
export function joiningRoutes(parts: Parts) {
  return routes(joining, {
    'POST /auth/signup-by-email': context => signUpByEmail(context, parts),
    'POST /auth/validate-signup-form': context => validateForm(context, parts),
    'POST /auth/login-by-app-id': context => signInByAppId(context, parts),
    'POST /auth/signup-by-app-id': context => signUpByAppId(context, parts),
    'POST /auth/request-password-reset': context => askForReset(context, parts),
    'POST /auth/reset-password': context => resetPassword(context, parts),
    'POST /v2/auth/request-otp': context => askForEmailCode(context, parts),
    'POST /v2/auth/verify-otp': context => signInByCode(context, parts),
    'POST /user/request-phone-otp': context => askForPhoneCode(context, parts),
    'POST /user/verify-phone': context => verifyPhone(context, parts),
    'POST /user/supress-phone-validation': putOff,
    'POST /user/request-proof': context => askForProof(context, parts),
    'POST /user/prove': context => prove(context, parts),
    'POST /user/update-password': context => updatePassword(context, parts),
  })
}
