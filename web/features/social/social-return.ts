import {
  type SocialErrorCode,
  type SocialSource,
  socialErrorCodes,
  socialSources,
} from '#shared/features/social/rules.ts'

/** What a network reports in the query when it sends somebody back. */
export type SocialReturn = {
  source: SocialSource | undefined
  status: string
  token: string
  code: SocialErrorCode
  /** A single word; '' for anything else, since anybody can write an address. */
  message: string
}

const names = ['action', 'method', 'status', 'token', 'errorCode', 'errorMessage']

/** Splits an address into the network's report and the rest; undefined without a report. */
export function socialReturnIn(address: string): { found: SocialReturn; rest: string } | undefined {
  const url = new URL(address)
  if (url.searchParams.get('action') !== 'login') return undefined
  const [, method, status, token, errorCode, errorMessage] = names.map(name => url.searchParams.get(name) ?? '')
  for (const name of names) url.searchParams.delete(name)
  // Facebook appends this hash.
  if (url.hash === '#_=_') url.hash = ''
  const found = {
    source: socialSources.find(source => source === method),
    status: status ?? '',
    token: token ?? '',
    code: socialErrorCodes.find(code => code === errorCode) ?? 'unknown_error',
    message: /^[a-z_]{1,40}$/.test(errorMessage ?? '') ? (errorMessage ?? '') : '',
  }
  return { found, rest: url.href }
}
