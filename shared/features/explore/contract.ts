import Type from 'typebox'
import { contract } from '#shared/platform/contract.ts'

const PublicPage = Type.Object({
  title: Type.String(),
  html: Type.String({ description: 'What the page at this address shows, as the server draws it there' }),
  moved_to: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The path it is found at now, if it is another one',
  }),
})

export const explore = contract({
  refusals: {},
  calls: {
    'GET /public-page': {
      access: 'public',
      summary: 'A page that strangers read, by its path below /explore; without a language in it, in the caller’s',
      query: Type.Object({ path: Type.String({ maxLength: 300, pattern: '^/explore(/[^\\u0000-\\u0020]*)?$' }) }),
      answer: PublicPage,
    },
  },
})
