import Type from 'typebox'
import { contract } from '#shared/platform/contract.ts'

export const brands = contract({
  refusals: {},
  calls: {
    'GET /site-configuration': {
      access: 'public',
      summary: 'The site by the domain it is opened at',
      isOpenToUnknownApplications: true,
      answer: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    },
    'GET /external-application-config': {
      access: 'public',
      summary: 'The public configuration of the brand that the application id names',
      isOpenToUnknownApplications: true,
      answer: Type.Object({
        data: Type.Object({
          config: Type.Unsafe<{ version: number } & Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
          }),
        }),
      }),
    },
    'GET /remote-config': {
      access: 'public',
      summary: 'What the mobile app reads at its start, before there is a user',
      isOpenToUnknownApplications: true,
      answer: Type.Object({
        version: Type.Integer(),
        data: Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          required: ['statistic', 'socialAuth', 'userInfoChat', 'clubInApp', 'pushAsk'],
          additionalProperties: true,
        }),
      }),
    },
  },
})
